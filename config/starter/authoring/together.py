"""Emotes for two players. Only the initiator is authored: the partner is the same motion at the partner's place,
facing back. So both right hands meet where a hand comes to the middle of the distance, straight ahead."""

from files import BLOCKS_PER_PIXEL, animation, sequence
from geometry import IN, IN_SOFT, OUT, OUT_SOFT, SMOOTH
from rig import Clip

SHAKE_DISTANCE, FIVE_DISTANCE = 1.3, 1.4  # blocks between the two
SHAKE_MIDDLE, FIVE_MIDDLE = (-d / BLOCKS_PER_PIXEL / 2 for d in (SHAKE_DISTANCE, FIVE_DISTANCE))

# Stance of both emotes: the right foot a step ahead, the weight towards it, the right shoulder forward.
STEP = (2.2, 0, -3.4)
LEFT_REST = (-6.7, 12.2, 0.5)


def lean_in(c, tick, easing=SMOOTH, *, more=0.0, nod=0.0):
    return c.body(tick, easing, hips=(0.2, -0.35, -2.1 - more), waist=(-3 - more, 9, 0), chest=(-4 - more, 13, 0),
                  head=(-2 + nod, 2, 0))


def step_back(c, lift_at, down_at):
    return c.step("right", lift_at, down_at, (2, 0, 0), lift=0.9)


# --- handshake --------------------------------------------------------------------------------------------------------

SHAKE_ELBOW = (0.3, -1, 0.4)
GRIP = (0.45, 16.6, SHAKE_MIDDLE - 0.55)  # just past the middle, so that the two hands lie side by side
OFFERED = (2.3, 16.4, SHAKE_MIDDLE + 1.7)


def handshake_offer():
    c = Clip("handshake_offer", "Offer a handshake", "Step up and hold out the hand.", 28)
    c.body(5, hips=(-0.7, -0.1, 0.3), chest=(0, -4, 1), head=(-4, 0, 0))
    c.arm("right", 6, (7.2, 12.3, 1.0), (0.3, 0, 1))
    c.step("right", 4, 12, STEP, lift=1.1)
    lean_in(c, 17)
    c.arm("right", 20, add_y(OFFERED, 0.9), SHAKE_ELBOW, fixed=True)
    c.arm("right", 26, OFFERED, SHAKE_ELBOW, fixed=True)
    c.arm("left", 18, LEFT_REST, (-0.3, 0, 1))
    lean_in(c, 24, nod=3)
    lean_in(c, 28)
    return c


def add_y(v, y):
    return (v[0], v[1] + y, v[2])


def handshake_clasp(start):
    c = Clip("handshake_clasp", "Take the hand", "Both hands meet.", 10, after=start)
    c.arm("right", 3, (OFFERED[0] + 0.3, OFFERED[1] + 0.2, OFFERED[2] + 0.6), SHAKE_ELBOW, fixed=True)
    c.arm("right", 8, GRIP, SHAKE_ELBOW, fixed=True)
    lean_in(c, 10, more=0.5, nod=-2)
    return c


def handshake_shake(start):
    c = Clip("handshake_shake", "Shake", "One shake, down and up.", 12, after=start)
    c.arm("right", 3, add_y(GRIP, 1.0), SHAKE_ELBOW, fixed=True)
    c.arm("right", 8, add_y(GRIP, -1.3), SHAKE_ELBOW, fixed=True)
    c.arm("right", 12, GRIP, SHAKE_ELBOW, fixed=True)
    lean_in(c, 4, more=0.3, nod=1)
    lean_in(c, 9, more=0.7, nod=-5)
    lean_in(c, 12, more=0.5, nod=-2)
    return c


def handshake_release(start):
    c = Clip("handshake_release", "Let go", "Let go, step back, done.", 34, after=start)
    c.arm("right", 3, GRIP, SHAKE_ELBOW, fixed=True)
    c.arm("right", 9, (3.4, 16.8, SHAKE_MIDDLE + 4.2), SHAKE_ELBOW, OUT_SOFT, fixed=True)
    lean_in(c, 8, nod=3)
    return lower(c, 9, 34)


def lower(c, start, end):
    """The arm comes down, the foot steps back."""
    step_back(c, start + 2, start + 10)
    c.arm("right", end - 5, (6.5, 12.2, -0.9), (0.3, 0, 1))
    c.arm_down("right", end)
    c.arm("left", end - 8, (-6.3, 12.1, -0.4), (-0.3, 0, 1))
    c.arm_down("left", end - 1)
    c.body(start + 6, hips=(-0.6, -0.3, -0.8), waist=(0, 3, 0), chest=(-1, 4, 0), head=(0, 1, 0))
    c.settle(end - 2)
    return c


def handshake_lower(start):
    c = Clip("handshake_lower", "Nobody there", "Look at the hand nobody took, and lower it.", 48, after=start)
    c.body(6, head=(-20, -4, 0))
    c.arm("right", 9, (3.2, 16.8, SHAKE_MIDDLE + 4.4), (0.9, -0.8, 0.4), fixed=True)
    c.body(15, chest=(-6, 9, 0), head=(-22, -6, 3))
    return lower(c, 18, 48)


# --- high five --------------------------------------------------------------------------------------------------------

FIVE_ELBOW = (1, -1, 0.1)
SLAP = (0.1, 27.6, FIVE_MIDDLE + 0.75)
RAISED = (7.4, 29.4, -7.2)


def high_five_offer():
    c = Clip("high_five_offer", "Offer a high five", "Step up with the hand held high.", 28)
    c.body(5, hips=(-0.7, -0.6, 0.3), chest=(-3, -5, 1), head=(-4, 0, 0))
    c.arm("right", 6, (7.4, 12.6, 1.6), (0.3, 0, 1))
    c.step("right", 4, 12, STEP, lift=1.1)
    c.body(16, hips=(0.2, -0.2, -1.7), waist=(-1, 6, 0), chest=(1, 6, 2), head=(3, 2, 0))
    c.arm("right", 16, (8.0, 30.0, -6.0), FIVE_ELBOW, fixed=True)
    c.arm("right", 23, RAISED, FIVE_ELBOW, fixed=True)
    c.arm("left", 18, LEFT_REST, (-0.3, 0, 1))
    c.body(26, hips=(0.2, -0.35, -1.7), waist=(-1, 6, 0), chest=(0, 6, 1), head=(1, 2, 0))
    return c


def high_five_slap(start):
    c = Clip("high_five_slap", "Slap", "Swing, hit, bounce off.", 16, after=start)
    c.arm("right", 4, (9.6, 29.2, -1.4), (1, -0.9, 0.1), OUT_SOFT)
    c.body(4, OUT_SOFT, hips=(0.1, -0.5, -1.2), waist=(0, 1, 0), chest=(1, -3, 1), head=(2, 0, 0))
    c.arm("right", 8, SLAP, FIVE_ELBOW, IN, fixed=True)
    c.body(8, IN_SOFT, hips=(0.3, -0.2, -2.3), waist=(-4, 10, 0), chest=(-4, 15, 1), head=(-2, 3, 0))
    c.arm("right", 9, SLAP, FIVE_ELBOW, fixed=True)
    c.arm("right", 16, (5.4, 27.4, -8.0), FIVE_ELBOW, OUT, fixed=True)
    c.body(16, OUT_SOFT, hips=(0.2, -0.3, -1.9), waist=(-2, 6, 0), chest=(0, 7, 1), head=(4, 2, -2))
    c.command(8, "playsound minecraft:entity.player.attack.strong player @a ~ ~ ~ 0.5 1.5")
    return c


def high_five_release(start):
    c = Clip("high_five_release", "Well done", "The arm swings down, a happy nod.", 34, after=start)
    c.body(6, head=(6, 2, -3))
    c.body(12, head=(-6, 1, 0))
    c.arm("right", 14, (9.4, 20.2, -6.0), (0.8, -0.6, 0.4))
    return lower(c, 13, 34)


def high_five_lower(start):
    c = Clip("high_five_lower", "Left hanging", "Wait, glance at the hand, let it sink.", 50, after=start)
    c.arm("right", 5, (7.8, 29.9, -6.8), FIVE_ELBOW, fixed=True)
    c.body(9, head=(10, -24, -3))
    c.body(15, head=(9, -25, -3))
    c.arm("right", 17, (8.2, 28.8, -6.4), FIVE_ELBOW, fixed=True)
    c.body(23, hips=(0, -0.9, -1.3), waist=(-2, 4, 0), chest=(-8, 3, 0), head=(-20, -4, 0))
    c.arm("right", 30, (8.4, 15.2, -3.0), (0.5, -0.3, 1))
    c.arm("left", 24, (-6.6, 12.0, -1.4), (-0.3, 0, 1))
    return lower(c, 24, 50)


def emotes():
    offer = handshake_offer()
    clasp = handshake_clasp(offer)
    shake = handshake_shake(clasp)
    for clip in (offer, clasp, shake, handshake_release(shake), handshake_lower(offer)):
        yield "handshake", animation(clip)
    yield "handshake", sequence(
        "handshake", "Handshake", "Offer a hand; a player close in front of you can take it.",
        [{"await_partner": {"emote": "starter:handshake_offer", "timeout": "10s"},
          "matched": [{"emote": "starter:handshake_clasp"}, {"emote": "starter:handshake_shake", "repeat": 3},
                      {"emote": "starter:handshake_release"}],
          "timeout": [{"emote": "starter:handshake_lower"}]}],
        SHAKE_DISTANCE)

    offer = high_five_offer()
    slap = high_five_slap(offer)
    for clip in (offer, slap, high_five_release(slap), high_five_lower(offer)):
        yield "high_five", animation(clip)
    yield "high_five", sequence(
        "high_five", "High five", "Hold up a hand; a player close in front of you can slap it.",
        [{"await_partner": {"emote": "starter:high_five_offer", "timeout": "10s"},
          "matched": [{"emote": "starter:high_five_slap"}, {"emote": "starter:high_five_release"}],
          "timeout": [{"emote": "starter:high_five_lower"}]}],
        FIVE_DISTANCE)
