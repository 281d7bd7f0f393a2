"""The skeleton and the clips authored on it.

Unit: the skin pixel, 1/16 of a block before the game's player scale of 15/16. The origin lies on the ground between
the feet, +Y is up, -Z is where the player looks, +X is the player's right. Angles are degrees; a rotation (x, y, z)
is Rx * Ry * Rz as in the emote format. Positive x swings a hanging arm forward, negative x leans a torso forward;
positive y turns to the left (the right shoulder comes forward), positive z tilts to the left.
"""

import math

from geometry import (IDENTITY, LINEAR, OUT_SOFT, IN_SOFT, SMOOTH, add, conjugate, cross, dot, ease, from_axes,
                      from_euler, length, lerp, multiply, rotate, scale, slerp, sub, unit)

SIDES = {"right": 1, "left": -1}
WAIST_HEIGHT = 12
CHEST = (0, 6, 0)  # from the waist
NECK = (0, 6, 0)  # from the chest
SHOULDER = (6, 4, 0)  # from the chest; x is mirrored on the left
HIP = (2, 0, 0)  # from the waist; x is mirrored on the left
UPPER_ARM, FOREARM = 4, 6  # from the shoulder joint, which lies 2 below the top of the arm
THIGH, SHIN = 6, 6
CHEST_AT_REST = add((0, WAIST_HEIGHT, 0), CHEST)


def mirrored(v, side):
    return (v[0] * SIDES[side], v[1], v[2])


def two_bones(to_target, upper, lower, pole, bend):
    """The orientation of the upper bone and the bend at the middle joint (degrees about local X) that bring the end
    of the lower bone to `to_target`, seen from the upper joint. The middle joint goes towards `pole`; `bend` is -1
    for a knee, +1 for an elbow."""
    distance = max(abs(upper - lower) + 1e-4, min(length(to_target), upper + lower - 1e-6))
    direction = unit(to_target)
    sideways = sub(pole, scale(direction, dot(pole, direction)))
    sideways = unit(sideways)
    cosine = (upper * upper + distance * distance - lower * lower) / (2 * upper * distance)
    at_upper = math.acos(max(-1.0, min(1.0, cosine)))
    bone = add(scale(direction, math.cos(at_upper)), scale(sideways, math.sin(at_upper)))
    cosine = (upper * upper + lower * lower - distance * distance) / (2 * upper * lower)
    flexion = 180 - math.degrees(math.acos(max(-1.0, min(1.0, cosine))))
    y_axis = scale(bone, -1)
    x_axis = scale(unit(cross(direction, sideways)), -bend)  # the hinge
    return from_axes(x_axis, y_axis, cross(x_axis, y_axis)), flexion * bend


class Keys:
    """Values at ticks; each key carries the easing by which it is reached."""

    def __init__(self, first):
        self.keys = [(0, first, LINEAR)]

    def add(self, tick, value, easing):
        if tick == 0:
            self.keys[0] = (0, value, LINEAR)
            return
        assert tick > self.keys[-1][0], f"key at {tick} after {self.keys[-1][0]}"
        self.keys.append((tick, value, easing))

    @property
    def last(self):
        return self.keys[-1][1]

    def around(self, tick):
        """The keys on both sides of the tick and how far the eased way between them is gone."""
        for (t0, a, _), (t1, b, easing) in zip(self.keys, self.keys[1:]):
            if t0 <= tick < t1:
                return a, b, ease(easing, (tick - t0) / (t1 - t0))
        return self.last, self.last, 0.0


class Arm:
    """One arm key. `hand` is the tip of the hand, `elbow` the direction in which the elbow points. With `fixed` both
    are given in the space of the root (a hand that stays on something); otherwise they ride on the chest, written
    as if the player stood upright."""

    def __init__(self, hand, elbow, fixed=False):
        self.hand, self.elbow, self.fixed = hand, elbow, fixed

    def solve(self, side, chest_position, chest_rotation):
        shoulder = mirrored(SHOULDER, side)
        if self.fixed:
            back = conjugate(chest_rotation)
            hand = rotate(back, sub(self.hand, chest_position))
            elbow = rotate(back, self.elbow)
        else:
            hand, elbow = sub(self.hand, CHEST_AT_REST), self.elbow
        return two_bones(sub(hand, shoulder), UPPER_ARM, FOREARM, elbow, 1)


def hanging(side):
    return Arm(mirrored((6, 12, 0), side), (0, 0, 1))


def standing_foot(side):
    """Sole centre and the yaw in which the knee points."""
    return (*mirrored((2, 0, 0), side), 0.0)


class Clip:
    """One animation under construction: controls with keys. `after` continues from the pose at another clip's end."""

    def __init__(self, name, title, description, duration, *, standalone=False, mode="once", loop_delay=0,
                 after=None):
        self.name, self.title, self.description, self.duration = name, title, description, duration
        self.standalone, self.mode, self.loop_delay = standalone, mode, loop_delay
        self.events = []
        start = after.controls if after else None
        rest = {
            "waist_position": (0.0, 0.0, 0.0),
            "waist": IDENTITY,
            "chest": IDENTITY,
            "head": IDENTITY,
            "right_arm": hanging("right"),
            "left_arm": hanging("left"),
            "right_foot": standing_foot("right"),
            "left_foot": standing_foot("left"),
        }
        self.controls = {c: Keys(start[c].last if start else value) for c, value in rest.items()}

    # Authoring. Every call adds one key at `tick` to each control that it names.

    def body(self, tick, easing=SMOOTH, *, hips=None, waist=None, chest=None, head=None):
        """`hips`: offset of the waist from its place when standing; `waist`: rotation in the root; `chest`: rotation
        from the waist; `head`: rotation in the root, whatever the torso does."""
        if hips is not None:
            self.controls["waist_position"].add(tick, hips, easing)
        for control, euler in (("waist", waist), ("chest", chest), ("head", head)):
            if euler is not None:
                self.controls[control].add(tick, from_euler(euler), easing)
        return self

    def arm(self, side, tick, hand, elbow, easing=SMOOTH, *, fixed=False):
        self.controls[f"{side}_arm"].add(tick, Arm(hand, elbow, fixed), easing)
        return self

    def arms(self, tick, hand, elbow, easing=SMOOTH, *, fixed=False):
        """Both arms, mirrored; the values are the right arm's."""
        for side in SIDES:
            self.arm(side, tick, mirrored(hand, side), mirrored(elbow, side), easing, fixed=fixed)
        return self

    def arm_down(self, side, tick, easing=SMOOTH):
        self.controls[f"{side}_arm"].add(tick, hanging(side), easing)
        return self

    def foot(self, side, tick, sole, yaw=0.0, easing=SMOOTH):
        self.controls[f"{side}_foot"].add(tick, (*sole, yaw), easing)
        return self

    def feet(self, tick, sole, yaw=0.0, easing=SMOOTH):
        for side in SIDES:
            self.foot(side, tick, mirrored(sole, side), yaw * SIDES[side], easing)
        return self

    def step(self, side, start, end, sole, yaw=0.0, lift=1.2):
        """Lifts the foot at `start`, carries it over and sets it down at `end`."""
        control = self.controls[f"{side}_foot"]
        here = control.last
        there = (*sole, yaw)
        control.add(start, here, LINEAR)
        middle = (start + end) // 2
        over = lerp(here, there, 0.55)
        control.add(middle, (over[0], max(here[1], there[1]) + lift, over[2], over[3]), OUT_SOFT)
        control.add(end, there, IN_SOFT)
        return self

    def settle(self, tick, easing=SMOOTH):
        """Back to standing at rest: torso, head and hips."""
        return self.body(tick, easing, hips=(0, 0, 0), waist=(0, 0, 0), chest=(0, 0, 0), head=(0, 0, 0))

    def command(self, tick, *commands):
        self.events.append((tick, commands))
        return self

    # Evaluation.

    def pose(self, tick):
        """Local rotations of the joints, and the waist's position, at a tick."""

        def oriented(control):
            a, b, t = self.controls[control].around(tick)
            return slerp(a, b, t)

        a, b, t = self.controls["waist_position"].around(tick)
        waist_position = add((0, WAIST_HEIGHT, 0), lerp(a, b, t))
        waist, chest_local, head = oriented("waist"), oriented("chest"), oriented("head")

        feet = {}
        for side in SIDES:
            a, b, t = self.controls[f"{side}_foot"].around(tick)
            feet[side] = lerp(a, b, t)
        # No leg can be longer than it is: when the hips sway or tilt they come down as far as the legs ask.
        for side in SIDES:
            joint = rotate(waist, mirrored(HIP, side))
            across = math.hypot(waist_position[0] + joint[0] - feet[side][0],
                                waist_position[2] + joint[2] - feet[side][2])
            assert across < THIGH + SHIN, f"{self.name}: the {side} foot is out of reach at {tick}"
            highest = feet[side][1] + math.sqrt((THIGH + SHIN) ** 2 - across ** 2) - joint[1]
            waist_position = (waist_position[0], min(waist_position[1], highest), waist_position[2])

        chest = multiply(waist, chest_local)
        chest_position = add(waist_position, rotate(waist, CHEST))
        result = {"waist": waist, "chest": chest_local, "neck": multiply(conjugate(chest), head)}
        for side in SIDES:
            a, b, t = self.controls[f"{side}_arm"].around(tick)
            if a.fixed and b.fixed:
                key = Arm(lerp(a.hand, b.hand, t), lerp(a.elbow, b.elbow, t), True)
                shoulder, elbow = key.solve(side, chest_position, chest)
            else:
                shoulder_a, elbow_a = a.solve(side, chest_position, chest)
                shoulder_b, elbow_b = b.solve(side, chest_position, chest)
                shoulder, elbow = slerp(shoulder_a, shoulder_b, t), elbow_a + (elbow_b - elbow_a) * t
            result[f"{side}_shoulder"] = shoulder
            result[f"{side}_elbow"] = from_euler((elbow, 0, 0))
            hip = add(waist_position, rotate(waist, mirrored(HIP, side)))
            yaw = math.radians(feet[side][3])
            pole = (math.sin(yaw), 1.0, -math.cos(yaw))
            thigh, knee = two_bones(sub(feet[side][:3], hip), THIGH, SHIN, pole, -1)
            result[f"{side}_hip"] = multiply(conjugate(waist), thigh)
            result[f"{side}_knee"] = from_euler((knee, 0, 0))
        return waist_position, result
