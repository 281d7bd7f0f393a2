#!/usr/bin/env python3
"""Measures the emotes of the starter pack: joints, feet, seams, contacts and natural bends, tick by tick.

    measure.py                         poses from the evaluator in poses.py
    measure.py --pose-dump PROGRAM     poses as the product samples them; also compares the two
"""

import sys
import unittest

import body
import dump
import poses

JOINT_GAP = 0.02  # blocks
FOOT_SLIP = 0.02  # blocks
SEAM_BLOCKS, SEAM_DEGREES = 1 / 64, 1.0
CONTACT = 0.12  # blocks between the tips of the right hands
FASTEST_TURN = 50  # degrees in one tick; a display that turns faster is seen as a jump
DEEPEST_FOOT = 0.1  # blocks a tilted sole may dip into the ground

SOLO = ["wave", "bow", "clap", "cheer", "dance"]
SEQUENCES = ["sit", "handshake", "high_five"]

# Ticks (first, last) in which a foot stands: the sole's centre stays where it is.
BOTH = ("right", "left")
END = None
PLANTED = {
    "wave": {foot: [(0, END)] for foot in BOTH},
    "bow": {foot: [(0, END)] for foot in BOTH},
    "clap": {foot: [(0, END)] for foot in BOTH},
    "cheer": {foot: [(0, 10), (20, END)] for foot in BOTH},
    "dance": {
        "right": [(0, 11), (17, 31), (37, 51), (57, 71), (77, END)],
        "left": [(0, 1), (7, 21), (27, 41), (47, 61), (67, END)],
    },
    "sit_down": {"right": [(0, 24), (31, END)], "left": [(0, 28), (35, END)]},
    "sit_idle_look": {foot: [(0, END)] for foot in BOTH},
    "sit_idle_stargaze": {foot: [(0, END)] for foot in BOTH},
    "sit_idle_tap": {"right": [(0, 6), (70, END)], "left": [(0, END)]},
    "stand_up": {"right": [(0, 6), (12, END)], "left": [(0, 3), (9, END)]},
    "handshake_offer": {"right": [(0, 4), (12, END)], "left": [(0, END)]},
    "handshake_clasp": {foot: [(0, END)] for foot in BOTH},
    "handshake_shake": {foot: [(0, END)] for foot in BOTH},
    "handshake_release": {"right": [(0, 11), (19, END)], "left": [(0, END)]},
    "handshake_lower": {"right": [(0, 20), (28, END)], "left": [(0, END)]},
    "high_five_offer": {"right": [(0, 4), (12, END)], "left": [(0, END)]},
    "high_five_slap": {foot: [(0, END)] for foot in BOTH},
    "high_five_release": {"right": [(0, 15), (23, END)], "left": [(0, END)]},
    "high_five_lower": {"right": [(0, 26), (34, END)], "left": [(0, END)]},
}

# Ticks in which the two right hands touch.
CONTACTS = {
    "handshake": [("handshake_clasp", [8, 9, 10]), ("handshake_shake", range(13)), ("handshake_release", range(4))],
    "high_five": [("high_five_slap", [8, 9])],
}

# Clips that take over from, or hand back to, the player's own standing body.
FROM_STANDING = ["wave", "bow", "clap", "cheer", "sit_down", "handshake_offer", "high_five_offer"]
TO_STANDING = ["wave", "bow", "clap", "cheer", "stand_up", "handshake_release", "handshake_lower",
               "high_five_release", "high_five_lower"]
SEATED = ["sit_idle_look", "sit_idle_stargaze", "sit_idle_tap"]

DOCUMENTS = poses.load()
CLIPS = {i.split(":")[1]: c for i, c in poses.clips().items()}


# Name -> for every tick of the clip, its end included, display id -> Pose.
EVALUATED = {name: [clip.poses(tick) for tick in range(clip.duration + 1)] for name, clip in CLIPS.items()}
PRODUCT = None
RUNS = EVALUATED


def use_product(program):
    global PRODUCT, RUNS
    PRODUCT = dump.Dumped(program, poses.STARTER, [clip.id for clip in CLIPS.values()])
    RUNS = {name: PRODUCT.frames(clip) for name, clip in CLIPS.items()}


def frames(name):
    return RUNS[name]


def sole(frame, side):
    return frame[f"{side}_leg_lower"].at(body.BOTTOM)


def right_hand(frame):
    return frame["right_arm_lower"].at(body.BOTTOM)


def chosen(candidates):
    """The animations and the control ids of an emote step."""
    ids = [candidates] if isinstance(candidates, str) else [c for c in candidates if isinstance(c, str)]
    return ([i.split(":")[1] for i in ids if not i.startswith("emote:")], [i for i in ids if i.startswith("emote:")])


def followers(steps, before=()):
    """Every (clip, next clip) of a linear list of steps, whatever is drawn, without those under a transition. A few
    are never drawn (a repetition avoids the one before it); they are to fit all the same."""
    pairs, last = set(), set(before)
    for step in steps:
        if "wait" in step:
            continue
        animations, controls = chosen(step["emote"])
        covered = step.get("transition", "0t") != "0t"
        previous = last | (set(animations) if step.get("repeat", 1) > 1 else set())
        if not covered:
            pairs |= {(a, b) for a in previous for b in animations}
        last = set(animations) | (last if controls else set())
    return pairs


def all_followers():
    pairs = set()
    for name in SEQUENCES:
        steps = DOCUMENTS[f"starter:{name}"]["steps"]
        offer = steps[0].get("await_partner")
        if offer:
            start = {offer["emote"].split(":")[1]}
            pairs |= followers(steps[0]["matched"], start) | followers(steps[0]["timeout"], start)
        else:
            pairs |= followers(steps)
    return pairs


class Pack(unittest.TestCase):
    def test_everything_promised_is_there(self):
        for name in SOLO:
            document = DOCUMENTS[f"starter:{name}"]
            self.assertTrue(document["settings"]["standalone"], name)
            self.assertEqual(document["settings"]["playback"]["mode"], "loop" if name == "dance" else "once", name)
        for name in SEQUENCES:
            self.assertEqual(DOCUMENTS[f"starter:{name}"]["type"], "sequence", name)
        for name in CLIPS.keys() - set(SOLO):
            self.assertFalse(CLIPS[name].document["settings"]["standalone"], name)

    def test_every_clip_has_a_table_of_planted_feet(self):
        self.assertEqual(CLIPS.keys(), PLANTED.keys())

    def test_two_player_clips_are_left_to_the_automatic_copy(self):
        for name, clip in CLIPS.items():
            spaces = {node.get("space", "initiator") for node in clip.nodes.values()}
            self.assertEqual(spaces, {"initiator"}, name)


class Bodies(unittest.TestCase):
    """What holds at every tick of every clip."""

    def each(self):
        for name in sorted(CLIPS):
            for tick, frame in enumerate(frames(name)):
                yield f"{name} at {tick}", frame

    def test_the_boxes_keep_their_sizes(self):
        for where, frame in self.each():
            self.assertEqual(frame.keys(), body.SIZES.keys(), where)
            for node, pose in frame.items():
                self.assertLess(body.shear(pose), 1e-4, f"{where}: {node}")
                for got, pixels in zip(body.size(pose), body.SIZES[node]):
                    self.assertAlmostEqual(got / 2, pixels * body.PIXEL, delta=1e-4, msg=f"{where}: {node}")

    def test_joints_hold_together(self):
        for where, frame in self.each():
            for joint, (upper, a, lower, b) in body.JOINTS.items():
                gap = body.distance(frame[upper].at(a), frame[lower].at(b))
                self.assertLessEqual(gap, JOINT_GAP, f"{where}: {joint}")

    def test_joints_hold_together_between_ticks(self):
        for name in sorted(CLIPS):
            run = frames(name)
            for tick, (before, after) in enumerate(zip(run, run[1:])):
                shown = {node: body.half_way(before[node], after[node]) for node in before}
                for joint, (upper, a, lower, b) in body.JOINTS.items():
                    gap = body.distance(shown[upper].at(a), shown[lower].at(b))
                    self.assertLessEqual(gap, JOINT_GAP, f"{name} after {tick}: {joint}")

    def test_elbows_bend_forward_and_knees_backward(self):
        for where, frame in self.each():
            for side in BOTH:
                for limb, sign in (("arm", 1), ("leg", -1)):
                    bend, astray = body.hinge(frame[f"{side}_{limb}"], frame[f"{side}_{limb}_lower"])
                    self.assertLess(astray, 1.0, f"{where}: {side} {limb}")
                    self.assertGreater(sign * bend, -0.5, f"{where}: {side} {limb}")
                    self.assertLess(sign * bend, 150, f"{where}: {side} {limb}")

    def test_no_limb_goes_through_the_body(self):
        # The middle line of forearms and shins stays outside the torso and the head.
        for where, frame in self.each():
            for side in BOTH:
                for limb in ("arm", "leg"):
                    for part in range(2, 11):
                        point = frame[f"{side}_{limb}_lower"].at((0, -0.05 * part, 0))
                        for trunk in ("head", "body", "body_lower"):
                            depth = body.depth_inside(frame[trunk], point)
                            self.assertLess(depth, 0, f"{where}: {side} {limb} in {trunk}")

    def test_nothing_sinks_into_the_ground(self):
        for where, frame in self.each():
            for node, pose in frame.items():
                lowest = min(y for _, y, _ in body.corners(pose))
                self.assertGreater(lowest, -DEEPEST_FOOT, f"{where}: {node}")

    def test_nothing_jumps(self):
        for name in sorted(CLIPS):
            run = frames(name)
            for tick, (before, after) in enumerate(zip(run, run[1:])):
                for node in before:
                    turn = body.degrees_between(before[node], after[node])
                    self.assertLess(turn, FASTEST_TURN, f"{name} from {tick}: {node}")


class Feet(unittest.TestCase):
    def test_planted_feet_stay(self):
        for name, feet in PLANTED.items():
            run = frames(name)
            for side, spans in feet.items():
                for first, last in spans:
                    stood = [sole(frame, side) for frame in run[first:None if last is END else last + 1]]
                    slip = max(body.distance(a, b) for a in stood for b in stood)
                    self.assertLessEqual(slip, FOOT_SLIP, f"{name}: {side} foot, ticks {first} to {last}")

    def test_a_standing_player_stands_on_the_ground(self):
        for name in SOLO:
            run = frames(name)
            for side in BOTH:
                self.assertAlmostEqual(sole(run[0], side)[1], 0, delta=FOOT_SLIP, msg=f"{name}: {side}")

    def test_a_seated_player_sits_on_the_ground_with_the_thighs_forward(self):
        for name in SEATED:
            for tick, frame in enumerate(frames(name)):
                hips = frame["body_lower"].at(body.BOTTOM)
                self.assertLess(hips[1], 2 * body.PIXEL, f"{name} at {tick}")
                for side in BOTH:
                    knee = frame[f"{side}_leg"].at(body.BOTTOM)
                    self.assertGreater(hips[2] - knee[2], 3.5 * body.PIXEL, f"{name} at {tick}: {side}")


class Seams(unittest.TestCase):
    def assert_same(self, before, after, where):
        for node in before:
            self.assertLessEqual(body.distance(before[node].origin, after[node].origin), SEAM_BLOCKS,
                                 f"{where}: {node}")
            self.assertLessEqual(body.degrees_between(before[node], after[node]), SEAM_DEGREES, f"{where}: {node}")

    def test_segments_follow_each_other_without_a_step(self):
        pairs = all_followers()
        self.assertIn(("sit_down", "stand_up"), pairs)  # a break on the first draw
        self.assertIn(("sit_idle_look", "sit_idle_tap"), pairs)
        self.assertIn(("handshake_shake", "handshake_shake"), pairs)
        self.assertIn(("high_five_offer", "high_five_lower"), pairs)
        for a, b in sorted(pairs):
            self.assert_same(frames(a)[-1], frames(b)[0], f"{a} -> {b}")

    def test_the_dance_loops_without_a_step(self):
        self.assert_same(frames("dance")[-1], frames("dance")[0], "dance")

    def test_the_player_stands_at_rest_before_and_after(self):
        rest = frames("wave")[0]
        self.assertAlmostEqual(rest["head"].at(body.TOP)[1], 32 * body.PIXEL, delta=1e-4)
        for side in BOTH:
            _, y_axis, _ = body.axes(rest[f"{side}_arm_lower"])
            self.assertAlmostEqual(y_axis[1], 1, delta=1e-4)
        for name in FROM_STANDING:
            self.assert_same(rest, frames(name)[0], f"standing -> {name}")
        for name in TO_STANDING:
            self.assert_same(rest, frames(name)[-1], f"{name} -> standing")


class Contacts(unittest.TestCase):
    def test_right_hands_meet(self):
        for sequence, spans in CONTACTS.items():
            distance = poses.partner_distance(DOCUMENTS[f"starter:{sequence}"])
            for name, ticks in spans:
                for tick in ticks:
                    frame = frames(name)[tick]
                    other = {"right_arm_lower": poses.as_partner(frame["right_arm_lower"], distance)}
                    apart = body.distance(right_hand(frame), right_hand(other))
                    self.assertLessEqual(apart, CONTACT, f"{name} at {tick}")

    def test_the_two_players_keep_their_heads_and_bodies_apart(self):
        for sequence, spans in CONTACTS.items():
            distance = poses.partner_distance(DOCUMENTS[f"starter:{sequence}"])
            for name, _ in spans:
                for tick, frame in enumerate(frames(name)):
                    for trunk in ("head", "body"):
                        # Each stays on its own side of the middle.
                        front = min(z for _, _, z in body.corners(frame[trunk]))
                        self.assertGreater(front, -distance / 2 + 0.03, f"{name} at {tick}: {trunk}")

    def test_clapping_hands_touch(self):
        events = CLIPS["clap"].document["timeline"]["events"]["timeline"]
        self.assertGreaterEqual(len(events), 3)
        for event in events:
            frame = frames("clap")[poses.tick_count(event["time"])]
            inner = [min(x for x, _, _ in body.corners(frame["right_arm_lower"])),
                     max(x for x, _, _ in body.corners(frame["left_arm_lower"]))]
            self.assertLess(abs(inner[0] - inner[1]), 0.1, event["time"])


class Product(unittest.TestCase):
    """The product against the evaluator; only with --pose-dump."""

    def setUp(self):
        if PRODUCT is None:
            self.skipTest("no pose_dump named")

    def test_both_evaluate_the_same_poses(self):
        for name, run in EVALUATED.items():
            self.assertEqual(len(RUNS[name]), len(run), name)
            for tick, (ours, theirs) in enumerate(zip(run, RUNS[name])):
                self.assertEqual(ours.keys(), theirs.keys(), name)
                for node in ours:
                    for a, b in zip(body.corners(ours[node]), body.corners(theirs[node])):
                        self.assertLess(body.distance(a, b), 1e-5, f"{name} at {tick}: {node}")

    def test_the_split_of_a_pose_is_steady(self):
        # A client interpolates the parts of a pose one by one: a scale or right rotation that changed its meaning from
        # tick to tick would show as a twitch.
        for name, clip in CLIPS.items():
            for tick, frame in enumerate(PRODUCT.numbers(clip)):
                for node, numbers in zip(PRODUCT.nodes(clip), frame):
                    where = f"{name} at {tick}: {node}"
                    for got, pixels in zip(numbers[7:10], body.SIZES[node]):
                        self.assertAlmostEqual(got / 2, pixels * body.PIXEL, delta=1e-4, msg=where)
                    self.assertAlmostEqual(abs(numbers[13]), 1, delta=1e-5, msg=where)
                    self.assertEqual(numbers[14], 1, where)

    def test_every_part_of_the_skin_is_worn_once(self):
        for name, clip in CLIPS.items():
            rows = {}
            for node in PRODUCT.nodes(clip).values():
                rows.setdefault(node["part"], []).append(tuple(node["rows"]))
            self.assertEqual(len(rows), 6, name)
            for part, slices in rows.items():
                if part != "head":
                    self.assertEqual(sorted(slices), [(0, 6), (6, 12)], f"{name}: {part}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--pose-dump"]:
        use_product(sys.argv[2])
        del sys.argv[1:3]
    unittest.main()
