// Words of a text as its language divides it: Chinese and Thai have no spaces.
let segmenter: Intl.Segmenter | undefined

export function wordsIn(text: string): number {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  let count = 0
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) count++
  return count
}
