"""The poses that the product itself samples, read from the program `pose_dump`."""

import json
import subprocess

import poses


def pose(numbers):
    """T * left * scale * right, as a client draws it."""
    left, size, right = numbers[3:7], numbers[7:10], numbers[10:14]
    matrix = poses.product(poses.scaled(poses.rotation_matrix(left), size), poses.rotation_matrix(right))
    return poses.Pose(matrix, tuple(numbers[:3]))


class Dumped:
    """Clips of a folder as one run of the program printed them."""

    def __init__(self, program, folder, ids):
        run = subprocess.run([program, str(folder), *ids], capture_output=True, text=True, check=False)
        if run.returncode != 0 or run.stderr:
            raise SystemExit(f"{program} failed ({run.returncode}):\n{run.stderr}")
        self.clips = json.loads(run.stdout)

    def frames(self, clip):
        """Display id -> Pose for every tick of the clip, its end included."""
        dumped = self.clips[clip.id]
        names = [node["id"] for node in dumped["nodes"]]
        return [{name: pose(numbers) for name, numbers in zip(names, frame)} for frame in dumped["frames"]]

    def nodes(self, clip):
        return {node["id"]: node for node in self.clips[clip.id]["nodes"]}

    def numbers(self, clip):
        """Tick by tick, node by node, the numbers as printed."""
        return self.clips[clip.id]["frames"]
