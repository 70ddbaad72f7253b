// The playlist of one quality: parsed from ffmpeg's file, written with the segments that are in the store.

export type Segment = { name: string; seconds: number }

/** Parses a playlist, also while ffmpeg writes it: an incomplete last line is skipped. */
export function readPlaylist(text: string): { segments: Segment[]; ended: boolean } {
  const segments: Segment[] = []
  let seconds = 0
  for (const line of text.split(/\r?\n/)) {
    const [, length] = /^#EXTINF:([\d.]+),/.exec(line) ?? []
    if (length) seconds = Number(length)
    else if (/^s\d{5,6}\.ts$/.test(line)) segments.push({ name: line, seconds })
  }
  return { segments, ended: text.includes('#EXT-X-ENDLIST') }
}

/** Writes an EVENT playlist: it only grows, until its end mark. */
export function writePlaylist(segments: Segment[], ended: boolean, atLeast: number): string {
  const targetDuration = Math.max(atLeast, ...segments.map(({ seconds }) => Math.ceil(seconds)))
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-TARGETDURATION:${targetDuration}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:EVENT',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...segments.flatMap(({ name, seconds }) => [`#EXTINF:${seconds.toFixed(6)},`, name]),
    ...(ended ? ['#EXT-X-ENDLIST'] : []),
    '',
  ].join('\n')
}

export const playingTime = (segments: Segment[]): number => segments.reduce((sum, { seconds }) => sum + seconds, 0)
