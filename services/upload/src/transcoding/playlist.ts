// The playlist of one quality: read as ffmpeg writes it, written with what is already in the store.

export type Segment = { name: string; seconds: number }

/** May be read while it is being written: what is not whole at its end is not there yet. */
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

/** An EVENT list: it only ever grows, and says at last that it has ended. */
export function writePlaylist(segments: Segment[], ended: boolean, atLeast: number): string {
  const longest = Math.max(atLeast, ...segments.map(({ seconds }) => Math.ceil(seconds)))
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-TARGETDURATION:${longest}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:EVENT',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...segments.flatMap(({ name, seconds }) => [`#EXTINF:${seconds.toFixed(6)},`, name]),
    ...(ended ? ['#EXT-X-ENDLIST'] : []),
    '',
  ].join('\n')
}

export const playingTime = (segments: Segment[]): number => segments.reduce((sum, { seconds }) => sum + seconds, 0)
