"""Sitting down on the ground: the way down, three things to do there, the way up, and the sequence around them."""

from files import animation, sequence
from geometry import IN_SOFT, OUT_SOFT
from rig import Clip

FOLDER = "sit"
HIPS = (0, -10.8, 6.0)
WAIST, CHEST, HEAD = (9, 0, 0), (-13, 0, 0), (0, 0, 0)
HAND, ELBOW = (3.6, 7.6, 0.4), (0.8, -0.1, 0.8)  # on the knee
FOOT, FOOT_YAW = (2.7, 1.35, -4.0), 12
FLOOR_HAND = (7.4, 0.3, 10.6)  # behind the hips, leaning back


def down():
    c = Clip("sit_down", "Sit down", "The way down.", 44)
    # The feet stay where they are while the hips go back and down; the arms balance in front, then a hand reaches
    # for the ground. Once seated the feet slide out one after the other.
    c.body(5, hips=(0, -0.2, -0.2), waist=(1, 0, 0), head=(-6, 0, 0))
    c.body(15, hips=(0, -5.6, 4.2), waist=(-30, 0, 0), chest=(-12, 0, 0), head=(-12, 0, 0))
    c.body(25, OUT_SOFT, hips=HIPS, waist=(-4, 0, 0), chest=(-16, 0, 0), head=(-14, 0, 0))
    c.arms(5, (6.6, 12.2, 0.4), (0.3, 0, 1))
    c.arms(15, (7.0, 17.8, -7.6), (0.8, -0.6, 0.4))
    c.arms(29, (4.4, 8.4, -0.4), ELBOW, fixed=True)
    c.step("right", 24, 31, (FOOT[0], FOOT[1], FOOT[2]), FOOT_YAW)
    c.step("left", 28, 35, (-FOOT[0], FOOT[1], FOOT[2]), -FOOT_YAW)
    c.body(36, hips=HIPS, waist=WAIST, chest=(-15, 0, 0), head=(-4, 0, 0))
    c.arms(38, HAND, ELBOW, fixed=True)
    c.body(44, hips=HIPS, waist=WAIST, chest=CHEST, head=HEAD)
    return c


def seated(name, title, description, duration, start):
    return Clip(name, title, description, duration, mode="loop", loop_delay=6, after=start)


def look(start):
    c = seated("sit_idle_look", "Look around", "Seated: look about.", 80, start)
    # Eyes first, then the chest; the hands stay on the knees.
    c.body(8, head=(-3, 0, 0))
    c.body(20, head=(2, 48, 2), chest=(-12, 9, 1), hips=HIPS)
    c.body(36, head=(4, 52, 3), chest=(-12, 11, 1), hips=HIPS)
    c.body(42, head=(-4, 14, 0))
    c.body(52, head=(2, -44, -2), chest=(-13, -8, -1))
    c.body(64, head=(0, -47, -3), chest=(-13, -9, -1))
    c.body(76, head=HEAD)
    c.body(79, chest=CHEST)
    return c


def stretch(start):
    c = seated("sit_idle_stargaze", "Lean back", "Seated: lean back on both hands and look up.", 104, start)
    c.body(8, waist=WAIST, chest=(-17, 0, 0), head=(-8, 0, 0))
    c.arms(14, (8.6, 9.2, 4.6), (1, 0.4, 0.6), fixed=True)
    c.arms(26, FLOOR_HAND, (0.6, 0, 1), fixed=True)
    c.body(28, waist=(20, 0, 0), chest=(2, 0, 0), head=(30, 0, 0))
    c.body(44, waist=(21, 0, 0), chest=(3, 0, 0), head=(36, 10, 2))
    c.body(60, waist=(20.5, 0, 0), chest=(2, 0, 0), head=(34, -4, -2))
    c.body(74, waist=(21, 0, 0), chest=(3, 0, 0), head=(31, 0, 0))
    c.arms(78, FLOOR_HAND, (0.6, 0, 1), fixed=True)
    c.body(92, waist=(7, 0, 0), chest=(-16, 0, 0), head=(-6, 0, 0))
    c.arms(88, (8.6, 9.2, 4.6), (1, 0.4, 0.6), fixed=True)
    c.arms(98, HAND, ELBOW, fixed=True)
    c.body(104, waist=WAIST, chest=CHEST, head=HEAD)
    return c


def tap(start):
    c = seated("sit_idle_tap", "Tap a foot", "Seated: tap a foot to a tune in the head.", 84, start)
    # The toes go up and down while the heel stays; the head nods on the beat and the torso sways slowly.
    x, y, z = FOOT
    beats = range(10, 74, 8)
    c.foot("right", 6, FOOT, FOOT_YAW)
    for i, tick in enumerate(beats):
        s = 1 if i % 2 == 0 else -1
        c.foot("right", tick, (x, y + 1.5, z + 0.4), FOOT_YAW, OUT_SOFT)
        c.foot("right", tick + 4, (x, y, z), FOOT_YAW, IN_SOFT)
        c.body(tick, head=(6, 5 * s, 4 * s), chest=(-12, 2 * s, 1.5 * s))
        c.body(tick + 4, head=(-7, 3 * s, 2 * s), chest=(-14, 2 * s, 1 * s))
    c.body(82, head=HEAD, chest=CHEST)
    return c


def up(start):
    c = Clip("stand_up", "Stand up", "The way up.", 42, after=start)
    c.step("left", 3, 9, (-2, 0, 0), lift=1.0)
    c.step("right", 6, 12, (2, 0, 0), lift=1.0)
    c.body(6, head=(-8, 0, 0))
    c.body(14, hips=(0, -10.2, 5.8), waist=(-16, 0, 0), chest=(-16, 0, 0), head=(-16, 0, 0))
    c.arms(6, HAND, ELBOW, fixed=True)
    c.arms(15, (6.2, 16.4, -7.6), (0.8, -0.6, 0.4))
    c.body(24, hips=(0, -5.0, 3.8), waist=(-32, 0, 0), chest=(-12, 0, 0), head=(-14, 0, 0))
    c.arms(24, (6.8, 16.8, -7.0), (0.8, -0.6, 0.4))
    c.body(34, hips=(0, -0.1, 0.2), waist=(-2, 0, 0), chest=(-2, 0, 0), head=(2, 0, 0))
    c.arms(37, (6.4, 12.1, -0.5), (0.3, 0, 1))
    c.arms(42, (6, 12, 0), (0, 0, 1))
    c.settle(41)
    return c


def emotes():
    first = down()
    for clip in (first, look(first), stretch(first), tap(first), up(first)):
        yield FOLDER, animation(clip)
    yield FOLDER, sequence(
        "sit", "Sit", "Take a seat, pass the time, get up again.",
        [
            {"emote": "starter:sit_down"},
            {"wait": "10t"},
            {"emote": ["starter:sit_idle_look", 40, "starter:sit_idle_tap", 30, "starter:sit_idle_stargaze", 20,
                       "emote:break", 10], "repeat": 8},
            {"wait": "6t"},
            {"emote": "starter:stand_up"},
        ])
