// Draws from a fixed seed (mulberry32), so that the vectors come out the same every time.
export class Draw {
  constructor(seed) { this.state = seed >>> 0 }
  real() {
    this.state = (this.state + 0x6D2B79F5) >>> 0
    let t = this.state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  below(n) { return Math.floor(this.real() * n) }
  between(least, most) { return least + (most - least) * this.real() }
  // With few decimals, so that the files stay small and every reader reads the same number.
  rounded(least, most, decimals = 2) { return Number(this.between(least, most).toFixed(decimals)) }
  vector(least, most, decimals = 2) {
    return [0, 1, 2].map(() => this.rounded(least, most, decimals))
  }
  of(list) { return list[this.below(list.length)] }
}
