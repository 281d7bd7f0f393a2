"""What the measures know of the player's body: its boxes, its joints, and geometry between poses.

A display's own space: its box reaches from -0.25 to 0.25 in x and z and from -0.5 to 0 in y.
"""

import math

import poses

TOP, BOTTOM = (0, 0, 0), (0, -0.5, 0)
PIXEL = 0.9375 / 16  # blocks, in the game's player scale

# Size in pixels of every box.
SIZES = {
    "head": (8, 8, 8),
    "body": (8, 6, 4),
    "body_lower": (8, 6, 4),
    **{f"{side}_{limb}{part}": (4, 6, 4) for side in ("right", "left") for limb in ("arm", "leg")
       for part in ("", "_lower")},
}

# Joints: the same point of the body as a point of the box above it and of the box below it.
JOINTS = {
    "neck": ("body", TOP, "head", BOTTOM),
    "waist": ("body", BOTTOM, "body_lower", TOP),
}
for _side, _x in (("right", 1), ("left", -1)):
    # The shoulder lies 6 pixels out and 2 below the top of the torso, 2 below the top of the arm.
    JOINTS[f"{_side} shoulder"] = ("body", (_x * 6 / 16, -1 / 6, 0), f"{_side}_arm", (0, -1 / 6, 0))
    JOINTS[f"{_side} elbow"] = (f"{_side}_arm", BOTTOM, f"{_side}_arm_lower", TOP)
    JOINTS[f"{_side} hip"] = ("body_lower", (_x * 2 / 16, -0.5, 0), f"{_side}_leg", TOP)
    JOINTS[f"{_side} knee"] = (f"{_side}_leg", BOTTOM, f"{_side}_leg_lower", TOP)


def distance(a, b):
    return math.dist(a, b)


def column(matrix, index):
    return tuple(row[index] for row in matrix)


def length(v):
    return math.sqrt(sum(c * c for c in v))


def size(pose):
    """The scale of a pose along its own axes."""
    return tuple(length(column(pose.matrix, i)) for i in range(3))


def axes(pose):
    """The unit directions of a pose's own x, y and z."""
    return tuple(tuple(c / length(column(pose.matrix, i)) for c in column(pose.matrix, i)) for i in range(3))


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


def degrees_between(a, b):
    """The angle of the rotation from one pose to another."""
    # The chord between the two frames is exact for small angles, where the arc cosine of the trace is not.
    chord = sum(distance(p, q) ** 2 for p, q in zip(axes(a), axes(b)))
    return math.degrees(2 * math.asin(min(1.0, math.sqrt(chord / 8))))


def shear(pose):
    """The largest cosine between two own axes: 0 when nothing is sheared."""
    x, y, z = axes(pose)
    return max(abs(dot(x, y)), abs(dot(y, z)), abs(dot(x, z)))


def hinge(upper, lower):
    """Bend of a lower part against its upper part: degrees about the upper part's x, and how far the axis strays."""
    ux, uy, uz = axes(upper)
    lx, ly, _ = axes(lower)
    bend = math.degrees(math.atan2(dot(ly, uz), dot(ly, uy)))
    astray = math.degrees(math.acos(max(-1.0, min(1.0, dot(lx, ux)))))
    return bend, astray


def orientation(pose):
    """The quaternion (x, y, z, w) of a pose, for any rotation: taken from its largest component."""
    x, y, z = axes(pose)
    m = tuple(zip(x, y, z))  # rows
    squares = (1 + m[0][0] - m[1][1] - m[2][2], 1 - m[0][0] + m[1][1] - m[2][2], 1 - m[0][0] - m[1][1] + m[2][2],
               1 + m[0][0] + m[1][1] + m[2][2])
    largest = max(range(4), key=lambda i: squares[i])
    xy, xz, yz = m[0][1] + m[1][0], m[0][2] + m[2][0], m[1][2] + m[2][1]
    xw, yw, zw = m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]
    rows = ((squares[0], xy, xz, xw), (xy, squares[1], yz, yw), (xz, yz, squares[2], zw), (xw, yw, zw, squares[3]))
    return tuple(c / length(rows[largest]) for c in rows[largest])


def half_way(a, b):
    """What a client shows half way between two ticks: places and rotations interpolated display by display."""
    p, q = orientation(a), orientation(b)
    sign = 1 if dot(p, q) >= 0 else -1
    mixed = tuple(c + sign * d for c, d in zip(p, q))
    matrix = poses.rotation_matrix(tuple(c / length(mixed) for c in mixed))
    return poses.Pose(poses.scaled(matrix, size(a)), tuple((c + d) / 2 for c, d in zip(a.origin, b.origin)))


def corners(pose):
    return [pose.at((x, y, z)) for x in (-0.25, 0.25) for y in (-0.5, 0) for z in (-0.25, 0.25)]


def depth_inside(pose, point):
    """How deep (blocks) a point lies inside the box of a pose; negative outside."""
    centre = pose.at((0, -0.25, 0))
    offset = tuple(p - c for p, c in zip(point, centre))
    half = (s / 4 for s in size(pose))
    return min(h - abs(dot(offset, axis)) for h, axis in zip(half, axes(pose)))
