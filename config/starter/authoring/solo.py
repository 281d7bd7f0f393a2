"""Emotes for one player on their feet: wave, clap, bow, cheer and the dance."""

from files import animation
from geometry import IN, IN_SOFT, OUT, OUT_SOFT, SMOOTH
from rig import Clip


def wave():
    c = Clip("wave", "Wave", "Say hello with a raised hand.", 58, standalone=True)
    # A small dip to the left loads the weight, then the arm goes up and the torso follows it.
    c.body(5, hips=(-0.5, -0.25, 0), chest=(-2, -4, 1), head=(-3, -2, 0))
    c.arm("right", 5, (6.9, 12.3, -0.6), (0.4, 0, 1))
    c.arm("right", 14, (9.6, 29.0, -2.2), (0.8, -1, 0.2))
    c.body(15, hips=(-1.1, 0, 0), waist=(0, 2, 1.5), chest=(1, 4, 3.5), head=(2, 3, -5))
    for tick, out in ((19, True), (24, False), (29, True), (34, False), (39, True)):
        hand = (13.8, 26.9, -2.2) if out else (7.9, 29.4, -2.2)
        c.arm("right", tick, hand, (0.8, -1, 0.2))
        c.body(tick + 1, hips=(-1.3, 0, 0) if out else (-1.0, 0, 0), chest=(1, 3, 1.5) if out else (1, 4, 3.5),
               head=(1, 3, -7) if out else (2, 3, -3))
    c.arm("right", 44, (9.8, 28.6, -2.2), (0.8, -1, 0.2))
    c.arm("right", 54, (6.3, 12.0, -0.7), (0.3, 0, 1), SMOOTH)
    c.arm_down("right", 58)
    c.arm("left", 10, (-6.8, 12.1, 0.4), (-0.3, 0, 1))
    c.arm("left", 30, (-6.5, 12.1, -0.4), (-0.3, 0, 1))
    c.arm_down("left", 52)
    c.body(46, hips=(-0.9, 0, 0), chest=(0, 2, 2), head=(-2, 2, -2))
    c.settle(56)
    return c


def clap():
    c = Clip("clap", "Clap", "Applaud.", 56, standalone=True)
    elbow = (0.9, -0.7, 0.5)
    c.body(4, hips=(0, -0.08, 0.1), chest=(-3, 0, 0), head=(-3, 0, 0))
    c.arms(4, (6.5, 12.2, 0.6), (0.3, 0, 1))
    c.arms(10, (5.4, 19.2, -6.6), elbow)
    c.body(10, hips=(0, -0.04, 0.2), chest=(1, 0, 0), head=(2, 0, 0))
    claps = (14, 20, 26, 32, 38)
    for i, tick in enumerate(claps):
        c.arms(tick, (1.95, 18.6, -6.9), elbow, IN)
        sway = 2.5 if i % 2 == 0 else -2.5
        c.body(tick + 1, hips=(0.4 if i % 2 else -0.4, -0.2, 0.2), chest=(-4, sway, 0), head=(-5, sway, sway / 2))
        if tick != claps[-1]:
            c.arms(tick + 3, (5.2, 19.4, -6.5), elbow, OUT)
            c.body(tick + 4, hips=(0, -0.06, 0.2), chest=(-1, 0, 0), head=(0, 0, 0))
        c.command(tick, "playsound minecraft:block.bamboo_wood.hit player @a ~ ~ ~ 0.6 1.7")
    c.arms(43, (4.2, 18.4, -6.2), elbow, OUT)
    c.arms(52, (6.4, 12.1, -0.5), (0.3, 0, 1))
    c.arms(56, (6, 12, 0), (0, 0, 1))
    c.body(46, hips=(0, -0.04, 0.1), chest=(0, 0, 0), head=(3, 0, 0))
    c.settle(55)
    return c


def bow():
    c = Clip("bow", "Bow", "Bow politely, one hand to the waist.", 66, standalone=True)
    # Up and slightly back first, then the hips go back as the torso goes down; the head follows last.
    c.body(7, waist=(1.5, 0, 0), chest=(2, 0, 0), head=(3, 0, 0))
    c.arm("right", 8, (9.2, 13.4, -2.2), (0.6, -0.2, 1))
    c.arm("right", 20, (0.6, 16.8, -5.2), (1, -0.6, -0.1))
    c.arm("left", 8, (-6.6, 12.1, -0.3), (-0.3, 0, 1))
    c.arm("left", 22, (-7.6, 13.0, 3.4), (-0.6, 0, 1))
    for control, tick, value in (("waist", 23, (-34, 0, 0)), ("chest", 25, (-19, 0, 0)), ("head", 27, (-60, 0, 0))):
        c.body(tick, **{control: value})
    c.body(23, hips=(0, 0, 3.2))
    # A breath at the lowest point.
    c.body(34, hips=(0, 0, 3.4), waist=(-36, 0, 0), chest=(-20.5, 0, 0), head=(-63, 0, 0))
    c.arm("right", 40, (0.6, 16.8, -5.2), (1, -0.6, -0.1))
    c.arm("left", 40, (-7.6, 13.0, 3.6), (-0.6, 0, 1))
    c.body(38, hips=(0, 0, 3.4), waist=(-36, 0, 0), chest=(-20.5, 0, 0), head=(-63, 0, 0))
    c.body(54, hips=(0, 0, -0.2), waist=(1, 0, 0))
    c.body(56, chest=(1.5, 0, 0))
    c.body(58, head=(2, 0, 0))
    c.arm("right", 53, (8.4, 13.0, -1.6), (0.6, -0.2, 1))
    c.arm_down("right", 63)
    c.arm("left", 55, (-6.4, 12.1, -0.5), (-0.3, 0, 1))
    c.arm_down("left", 63)
    c.settle(66)
    return c


def cheer():
    c = Clip("cheer", "Cheer", "Jump for joy and punch the air.", 68, standalone=True)
    up = (0.9, -0.3, -0.5)
    # Crouch, jump, land softly, then two punches with the fists.
    c.body(7, hips=(0, -3.0, 0.9), waist=(-16, 0, 0), chest=(-10, 0, 0), head=(-8, 0, 0))
    c.arms(6, (8.4, 13.2, 4.0), (0.5, 0, 1))
    c.body(10, IN_SOFT, hips=(0, 0, 0), waist=(2, 0, 0), chest=(2, 0, 0), head=(4, 0, 0))
    c.feet(10, (2, 0, 0))
    c.body(15, OUT, hips=(0, 5.2, 0), waist=(3, 0, 0), chest=(6, 0, 0), head=(12, 0, 0))
    c.feet(15, (2.6, 5.6, 0.9), easing=OUT)
    c.arms(11, (7.6, 17.4, -7.4), (0.8, -0.5, 0.6), IN_SOFT)
    c.arms(16, (11.2, 30.2, -1.2), up)
    c.body(20, IN, hips=(0, 0, 0), waist=(0, 0, 0), chest=(2, 0, 0), head=(4, 0, 0))
    c.feet(20, (2, 0, 0), easing=IN)
    c.body(23, OUT, hips=(0, -2.4, 0.7), waist=(-11, 0, 0), chest=(-6, 0, 0), head=(-6, 0, 0))
    c.arms(21, (11.6, 30.0, -1.0), up)
    c.arms(25, (9.9, 25.6, -3.6), (1, -0.7, 0.2))
    for tick, turn in ((31, 5), (41, -5)):
        c.body(tick, hips=(0, 0, 0), waist=(1, 0, 0), chest=(4, turn, 0), head=(9, turn / 2, 0))
        c.arms(tick, (10.4, 31.0, -0.8), up)
        c.body(tick + 5, hips=(0, -1.3, 0.3), waist=(-5, 0, 0), chest=(-3, 0, 0), head=(-3, 0, 0))
        c.arms(tick + 5, (9.9, 26.0, -3.6), (1, -0.7, 0.2))
    c.body(56, hips=(0, 0, 0), waist=(0, 0, 0), chest=(1, 0, 0), head=(3, 0, 0))
    c.arms(50, (10.2, 25.2, -3.8), (1, -0.7, 0.2))
    c.arms(63, (6.5, 12.1, -0.4), (0.3, 0, 1))
    c.arms(68, (6, 12, 0), (0, 0, 1))
    c.settle(67)
    c.command(15, "particle minecraft:firework ~ ~0.8 ~ 0.5 0.3 0.5 0.06 16")
    return c


DANCE_TICKS = 80


def dance():
    c = Clip("dance", "Dance", "Groove until something better comes along.", DANCE_TICKS, standalone=True, mode="loop")
    # Eight beats of ten ticks; the hips go right on even beats and left on odd ones and sink on every beat. The first
    # four beats pump the elbows, the last four point up, right and left in turn.
    pump_front, pump_back = (6.4, 19.6, -6.2), (7.6, 16.8, 0.6)
    elbow_low = (0.7, -0.4, 0.9)
    sign = {0: 1, 1: -1}
    for beat in range(9):
        tick, s = beat * 10, sign[beat % 2]
        pointing = 4 <= beat < 8
        lean = 4 if pointing else 2.5
        c.body(tick, hips=(1.7 * s, -1.2, 0.2), waist=(-3, 5 * s, 3 * s), chest=(-2, -9 * s, -lean * s - 3 * s),
               head=(-5, -4 * s, -3 * s))
        if beat < 8:
            c.body(tick + 5, hips=(0, -0.35, 0), waist=(-1, 0, 0), chest=(1, 0, 0), head=(2, 0, 0))
    for beat in range(9):
        tick, s = beat * 10, sign[beat % 2]
        pointed = 4 < beat < 8
        for side, own in (("right", 1), ("left", -1)):
            m = lambda v: (v[0] * own, v[1], v[2])  # noqa: E731
            if beat < 4 or beat == 8:
                hand, elbow = (pump_front if s * own < 0 else pump_back), elbow_low
            elif s * own > 0:
                hand, elbow = (12.6, 29.2, -2.6), (0.8, -0.8, 0.4)
            else:
                hand, elbow = (7.4, 14.6, -3.2), (0.9, 0.0, 0.8)
            c.arm(side, tick, m(hand), m(elbow), OUT_SOFT if pointed else SMOOTH)
            # Between two points both hands pass in front of the chest.
            if 4 <= beat < 7:
                c.arm(side, tick + 5, m((6.6, 18.4, -6.4)), m((0.9, -0.5, 0.6)), IN_SOFT)
    # The free foot taps while the other one carries.
    for beat in range(8):
        side = "left" if beat % 2 == 0 else "right"
        c.step(side, beat * 10 + 1, beat * 10 + 7, (2 if side == "right" else -2, 0, 0), lift=1.7)
    for side in ("right", "left"):
        c.foot(side, DANCE_TICKS, (2 if side == "right" else -2, 0, 0))
    return c


def emotes():
    for folder, clip in (("greet", wave()), ("greet", bow()), ("party", clap()), ("party", cheer()),
                         ("party", dance())):
        yield folder, animation(clip)
