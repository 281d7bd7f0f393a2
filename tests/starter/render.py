#!/usr/bin/env python3
"""Draws emotes of the starter pack to PNG: boxes of the pose frames from the front, the side and above.

    render.py starter:wave -o wave.png                    twelve ticks spread over the clip
    render.py starter:wave -o wave.png --ticks 0 14 19    these ticks
    render.py starter:handshake_shake -o s.png --partner 1.3   with the partner's copy at that distance
    render.py --all -o folder                             every clip; two-player clips with both bodies

One row per view, one column per tick. The face is drawn on the head, the chest carries a stripe, right limbs are
warmer than left ones. Poses come from `pose_dump` when --pose-dump names it, otherwise from the evaluator in poses.py.
"""

import argparse
import math
import struct
import zlib
from pathlib import Path

import dump
import poses

# Right and down of the picture, towards the viewer; all as directions in the initiator's space.
VIEWS = {
    "front": ((-1, 0, 0), (0, -1, 0), (0, 0, -1)),
    "right": ((0, 0, -1), (0, -1, 0), (1, 0, 0)),
    "above": ((1, 0, 0), (0, 0, 1), (0, 1, 0)),
}
S = math.sqrt(0.5)
T = math.sin(math.radians(20))
U = math.cos(math.radians(20))
VIEWS["corner"] = ((-S, 0, -S), (T * S, -U, -T * S), (U * S, T, -U * S))

COLOURS = {
    "head": (224, 172, 128), "body": (70, 130, 180),
    "right_arm": (214, 110, 70), "left_arm": (110, 170, 90),
    "right_leg": (170, 70, 90), "left_leg": (90, 80, 160),
}
BACKGROUND, GROUND = (245, 245, 240), (190, 190, 180)

# Corners of a face in the order that spans it by two edges, its normal's axis and sign. Box: x, z in +-0.25, y -0.5..0.
FACES = [(axis, sign) for axis in range(3) for sign in (-1, 1)]


def colour(part, lower, face, u, v):
    """The colour of a box at a place of a face; u along the first other axis, v along the second, both 0..1."""
    base = COLOURS[part]
    axis, sign = face
    if part == "head" and axis == 2 and sign < 0:  # u = x, v = y upwards
        if 0.38 < v < 0.52 and (0.14 < u < 0.36 or 0.64 < u < 0.86):
            return (250, 250, 250) if 0.25 < u < 0.75 and not (0.3 < u < 0.7) else (40, 40, 90)
        if 0.14 < v < 0.22 and 0.3 < u < 0.7:
            return (150, 70, 70)
    if part == "head" and (v > 0.75 if axis != 1 else sign > 0) and not (axis == 2 and sign < 0 and v < 0.8):
        return (96, 64, 40)
    if part == "body" and axis == 2 and sign < 0 and 0.44 < u < 0.56:
        return (240, 220, 120)
    if lower:
        base = tuple(min(255, int(c * 0.6 + 90)) for c in base)
        if part.endswith("_arm") and (axis == 1 or v < 0.3):
            base = (224, 172, 128)  # the hand
        if part.endswith("_leg") and (axis == 1 or v < 0.25):
            base = (60, 60, 60)  # the shoe
            if axis == 2 and sign < 0:
                base = (130, 130, 130)  # its toe
    return base


class Picture:
    def __init__(self, width, height):
        self.width, self.height = width, height
        self.pixels = [bytearray(BACKGROUND * width) for _ in range(height)]

    def put(self, x, y, rgb):
        self.pixels[y][3 * x:3 * x + 3] = bytes(rgb)

    def write(self, path):
        def chunk(kind, data):
            body = kind + data
            return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

        raw = b"".join(b"\0" + bytes(row) for row in self.pixels)
        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        Path(path).write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
                               + chunk(b"IDAT", zlib.compress(raw, 6)) + chunk(b"IEND", b""))


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


class Tile:
    """One view of one tick: an orthographic picture with a depth buffer."""

    def __init__(self, picture, left, top, size, view, centre, pixels_per_block):
        self.picture, self.left, self.top, self.size = picture, left, top, size
        self.right, self.down, self.towards = VIEWS[view]
        self.centre, self.zoom = centre, pixels_per_block
        self.depth = [[-1e9] * size for _ in range(size)]

    def project(self, point):
        p = tuple(a - b for a, b in zip(point, self.centre))
        return (dot(p, self.right) * self.zoom + self.size / 2, dot(p, self.down) * self.zoom + self.size / 2,
                dot(p, self.towards))

    def ground(self):
        if abs(self.down[1]) > 0.99:
            y = int(self.project((0, 0, 0))[1])
            for x in range(self.size):
                if 0 <= y < self.size:
                    self.picture.put(self.left + x, self.top + y, GROUND)

    def box(self, pose, part, lower):
        centre = pose.at((0, -0.25, 0))
        for face in FACES:
            axis, sign = face
            others = [a for a in range(3) if a != axis]

            def corner(u, v):
                p = [0.0, 0.0, 0.0]
                p[axis] = sign * 0.25
                p[others[0]], p[others[1]] = (u - 0.5) / 2, (v - 0.5) / 2
                p[1] -= 0.25
                return pose.at(p)

            a, b, d = corner(0, 0), corner(1, 0), corner(0, 1)
            e1, e2 = [q - p for p, q in zip(a, b)], [q - p for p, q in zip(a, d)]
            n = (e1[1] * e2[2] - e1[2] * e2[1], e1[2] * e2[0] - e1[0] * e2[2], e1[0] * e2[1] - e1[1] * e2[0])
            out = [q - p for p, q in zip(centre, corner(0.5, 0.5))]
            if dot(n, out) < 0:
                n = tuple(-c for c in n)
            size = math.sqrt(dot(n, n))
            n = tuple(c / size for c in n)
            if dot(n, self.towards) <= 1e-4:
                continue
            light = 0.62 + 0.25 * n[1] + 0.16 * abs(dot(n, self.towards)) - 0.1 * n[0]
            self.face(part, lower, face, a, e1, e2, max(0.35, min(1.05, light)))

    def face(self, part, lower, face, a, e1, e2, light):
        ax, ay, az = self.project(a)
        bx, by, bz = (p - q for p, q in zip(self.project([s + t for s, t in zip(a, e1)]), (ax, ay, az)))
        cx, cy, cz = (p - q for p, q in zip(self.project([s + t for s, t in zip(a, e2)]), (ax, ay, az)))
        area = bx * cy - by * cx
        if abs(area) < 1e-6:
            return
        xs, ys = (ax, ax + bx, ax + cx, ax + bx + cx), (ay, ay + by, ay + cy, ay + by + cy)
        for y in range(max(0, int(min(ys))), min(self.size - 1, int(max(ys)) + 1) + 1):
            depth_row = self.depth[y]
            for x in range(max(0, int(min(xs))), min(self.size - 1, int(max(xs)) + 1) + 1):
                px, py = x + 0.5 - ax, y + 0.5 - ay
                u, v = (px * cy - py * cx) / area, (bx * py - by * px) / area
                if not (0 <= u <= 1 and 0 <= v <= 1):
                    continue
                z = az + u * bz + v * cz
                if z <= depth_row[x]:
                    continue
                depth_row[x] = z
                edge = min(u, 1 - u) * math.hypot(bx, by) < 1 or min(v, 1 - v) * math.hypot(cx, cy) < 1
                shade = light * (0.7 if edge else 1)
                rgb = colour(part, lower, face, u, v)
                self.picture.put(self.left + x, self.top + y, tuple(min(255, int(c * shade)) for c in rgb))


FONT = {
    "0": ("111", "101", "101", "101", "111"), "1": ("010", "110", "010", "010", "111"),
    "2": ("111", "001", "111", "100", "111"), "3": ("111", "001", "111", "001", "111"),
    "4": ("101", "101", "111", "001", "001"), "5": ("111", "100", "111", "001", "111"),
    "6": ("111", "100", "111", "101", "111"), "7": ("111", "001", "010", "010", "010"),
    "8": ("111", "101", "111", "101", "111"), "9": ("111", "101", "111", "001", "111"),
}


def write_number(picture, left, top, value):
    for index, digit in enumerate(str(value)):
        for y, row in enumerate(FONT[digit]):
            for x, bit in enumerate(row):
                if bit == "1":
                    for dy in range(2):
                        for dx in range(2):
                            picture.put(left + index * 8 + 2 * x + dx, top + 2 * y + dy, (60, 60, 60))


def sheet(clip, frames, views, size, distance=None):
    """The contact sheet of some ticks (`frames`: tick -> display id -> Pose)."""
    gap = 2
    picture = Picture(len(frames) * (size + gap), len(views) * (size + gap))
    centre = (0, 1.0, 0) if distance is None else (0, 1.0, -distance / 2)
    zoom = size / 2.5
    for column, (tick, frame) in enumerate(frames.items()):
        for row, view in enumerate(views):
            tile = Tile(picture, column * (size + gap), row * (size + gap), size, view, centre, zoom)
            tile.ground()
            for node, pose in frame.items():
                skin = clip.nodes[node]["skin"]
                lower = skin["order"] > 0
                tile.box(pose, skin["part"], lower)
                if distance is not None:
                    tile.box(poses.as_partner(pose, distance), skin["part"], lower)
        write_number(picture, column * (size + gap) + 4, 4, tick)
    return picture


def spread(duration, count):
    return sorted({round(i * duration / (count - 1)) for i in range(count)})


def main():
    parser = argparse.ArgumentParser(description="Draw emotes as contact sheets.")
    parser.add_argument("emote", nargs="?", help="id of a clip")
    parser.add_argument("-o", "--output", required=True, help="PNG file; with --all a folder")
    parser.add_argument("--all", action="store_true", help="every clip of the pack")
    parser.add_argument("--folder", default=poses.STARTER, help="emote folder (default: the starter pack)")
    parser.add_argument("--ticks", type=int, nargs="+")
    parser.add_argument("--count", type=int, default=12, help="how many ticks when --ticks is not given")
    parser.add_argument("--views", nargs="+", default=["front", "right", "above", "corner"], choices=list(VIEWS))
    parser.add_argument("--size", type=int, default=150, help="pixels of one picture")
    parser.add_argument("--pose-dump", help="the program pose_dump: draw what the product samples")
    parser.add_argument("--partner", type=float, help="also draw the partner's copy, so many blocks ahead")
    arguments = parser.parse_args()

    library = poses.clips(arguments.folder)
    distances = {}
    for document in poses.load(arguments.folder).values():
        if document["type"] == "sequence" and "participants" in document:
            for branch in document["steps"][0]["matched"]:
                distances[branch["emote"]] = poses.partner_distance(document)

    def draw(identifier, path):
        clip = library[identifier]
        distance = arguments.partner or (distances.get(identifier) if arguments.all else None)
        ticks = arguments.ticks or spread(clip.duration, arguments.count)
        if arguments.pose_dump:
            run = dump.Dumped(arguments.pose_dump, arguments.folder, [identifier]).frames(clip)
            frames = {tick: run[tick] for tick in ticks}
        else:
            frames = {tick: clip.poses(tick) for tick in ticks}
        sheet(clip, frames, arguments.views, arguments.size, distance).write(path)

    if arguments.all:
        Path(arguments.output).mkdir(parents=True, exist_ok=True)
        for identifier in library:
            draw(identifier, Path(arguments.output) / (identifier.split(":")[1] + ".png"))
    elif arguments.emote:
        draw(arguments.emote, arguments.output)
    else:
        parser.error("name an emote or pass --all")


if __name__ == "__main__":
    main()
