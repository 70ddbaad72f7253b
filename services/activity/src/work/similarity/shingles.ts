// Texts as overlapping runs of words, or of characters where a language has no spaces, and what two texts share. Pure.

/** A word or a character with its place in the text; `weight`: how much of a shingle it fills. */
export type Token = { word: string; from: number; to: number; weight: number }

const ideographs = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}'
const unspaced = '\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const tokens = new RegExp(`([${ideographs}])|([${unspaced}])|(?:(?![${ideographs}${unspaced}])[\\p{L}\\p{N}\\p{M}])+`, 'gu')
/** A shingle is five words, ten Chinese or fifteen Thai characters: about as much is said in each. */
const [wordWeight, ideographWeight, unspacedWeight, shingleWeight] = [6, 3, 2, 30]

export const tokensOf = (text: string): Token[] =>
  Array.from(text.matchAll(tokens), (match) => ({
    word: match[0].normalize('NFKC').toLowerCase(),
    from: match.index,
    to: match.index + match[0].length,
    weight: match[1] ? ideographWeight : match[2] ? unspacedWeight : wordWeight,
  }))

/** The hash of the shingle that begins at each token, a 32-bit integer; the last tokens begin none. */
export function shinglesOf(list: readonly Token[]): number[] {
  const shingles: number[] = []
  const hashes = list.map(({ word }) => hashOf(word))
  let [end, weight] = [0, 0]
  for (let begin = 0; begin < list.length; begin++) {
    while (weight < shingleWeight && end < list.length) weight += list[end++]!.weight
    if (weight < shingleWeight) break
    let hash = 0
    for (let at = begin; at < end; at++) hash = mixed(Math.imul(hash, 31) + hashes[at]!)
    shingles.push(hash)
    weight -= list[begin]!.weight
  }
  return shingles
}

function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return hash | 0
}
/** The end of MurmurHash3: every bit of the number changes about half of the bits of the result. */
function mixed(number: number): number {
  let hash = number ^ (number >>> 16)
  hash = Math.imul(hash, 0x85ebca6b)
  hash ^= hash >>> 13
  hash = Math.imul(hash, 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

/** Numbers of a signature, and of it in a band. Works that share half of their text share a band nearly always, those with a tenth rarely. */
export const [signatureLength, bandLength] = [64, 2]
/** Fewer shingles say nothing: short answers are alike. */
export const fewestShingles = 20
const seeds = Array.from({ length: signatureLength }, (_, number) => mixed(Math.imul(number + 1, 0x9e3779b1)))

const least = (shingles: readonly number[]): number[] =>
  seeds.map((seed) => {
    let least = 0x7fffffff
    for (const shingle of shingles) {
      const hash = mixed(shingle ^ seed)
      if (hash < least) least = hash
    }
    return least
  })

/** MinHash: the share of equal numbers of two signatures is about the share of shingles that two texts have in common. Empty for a short text. */
export const signatureOf = (shingles: readonly number[]): number[] => (shingles.length < fewestShingles ? [] : least(shingles))
/** The same of a long text, with rests in between. */
export async function signatureOfLong(shingles: readonly number[], rest: () => Promise<unknown>): Promise<number[]> {
  const signature = signatureOf(shingles.slice(0, atOnce))
  for (let at = atOnce; at < shingles.length; at += atOnce) {
    await rest()
    for (const [nth, hash] of least(shingles.slice(at, at + atOnce)).entries()) if (hash < signature[nth]!) signature[nth] = hash
  }
  return signature
}
const atOnce = 10_000
export const agreement = (a: readonly number[], b: readonly number[]): number => a.filter((number, at) => number === b[at]).length

/** A stretch that two texts share, as places of tokens: [from, from + length) of each. */
export type Run = { here: number; there: number; length: number }
/** The word that ends every stretch: between the parts of a work stands one that no other work has. */
export const boundary = (name: string, at: number): Token => ({ word: `\0${name}`, from: at, to: at, weight: shingleWeight })

/** Places of one shingle that are tried: a text that repeats itself has thousands. */
const mostPlaces = 8

/** The stretches of `here` that stand in `there` too, each as long as it goes; `except`: shingles that everybody has, as those of the task. */
export function sharedRuns(here: readonly Token[], there: readonly Token[], except: ReadonlySet<number>): Run[] {
  const places = new Map<number, number[]>()
  for (const [at, shingle] of shinglesOf(there).entries()) {
    if (except.has(shingle)) continue
    const list = places.get(shingle)
    if (!list) places.set(shingle, [at])
    else if (list.length < mostPlaces) list.push(at)
  }
  const shingles = shinglesOf(here)
  const runs: Run[] = []
  for (let at = 0; at < shingles.length; ) {
    let best: Run | undefined
    for (const place of places.get(shingles[at]!) ?? []) {
      let length = 0
      while (here[at + length] && here[at + length]!.word === there[place + length]?.word) length++
      if (length > (best?.length ?? 0)) best = { here: at, there: place, length }
    }
    if (best) runs.push(best)
    at += best?.length ?? 1
  }
  return runs
}

const charactersIn = (list: readonly Token[]) => list.reduce((sum, { from, to }) => sum + to - from, 0)
/** The share of a text that its runs make, in per cent. */
export function percentOf(list: readonly Token[], runs: readonly Run[]): number {
  const all = charactersIn(list)
  const shared = runs.reduce((sum, { here, length }) => sum + charactersIn(list.slice(here, here + length)), 0)
  return all === 0 ? 0 : Math.round((100 * shared) / all)
}
