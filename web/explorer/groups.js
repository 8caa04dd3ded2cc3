// Things by number: for each of `count` keys the indexes that have it, in two flat arrays (a counting sort).
export class Groups {
  // Keys that are `count` or more (as "unknown" is) belong to no group. Only the first `length` of `keys` are grouped.
  constructor(keys, count, length = keys.length) {
    this.begin = new Uint32Array(count + 1);
    for (let i = 0; i < length; ++i) if (keys[i] < count) ++this.begin[keys[i] + 1];
    for (let key = 0; key < count; ++key) this.begin[key + 1] += this.begin[key];
    this.items = new Uint32Array(this.begin[count]);
    const next = this.begin.slice();
    for (let i = 0; i < length; ++i) if (keys[i] < count) this.items[next[keys[i]]++] = i;
  }

  of(key) {
    return key + 1 < this.begin.length ? this.items.subarray(this.begin[key], this.begin[key + 1]) : new Uint32Array();
  }

  size(key) {
    return key + 1 < this.begin.length ? this.begin[key + 1] - this.begin[key] : 0;
  }
}
