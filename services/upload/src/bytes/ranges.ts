// One range of bytes of an HTTP request (RFC 9110 §14).

/** Both ends are inclusive. */
export type Range = { start: number; end: number }

/** undefined: the whole file (no range, several, or an invalid one); 'none': the range lies outside the file (416). */
export function rangeOf(header: string | undefined, size: number): Range | undefined | 'none' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return
  if (first === '') return Number(last) === 0 || size === 0 ? 'none' : { start: Math.max(0, size - Number(last)), end: size - 1 }
  const start = Number(first),
    end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return
  return start >= size ? 'none' : { start, end }
}
