/** What a key does in the player. Pure, so that the table can be read and tested. */
export type Command =
  | { do: 'toggle' | 'mute' | 'fullscreen' | 'captions' | 'start' | 'end' }
  | { do: 'step'; seconds: number }
  /** To so many tenths of the recording. */
  | { do: 'part'; tenths: number }
  | { do: 'volume'; by: number }
  | { do: 'speed'; by: 1 | -1 }
type Press = { key: string; ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean; shiftKey?: boolean }

const singles: Record<string, Command> = {
  ' ': { do: 'toggle' },
  k: { do: 'toggle' },
  m: { do: 'mute' },
  f: { do: 'fullscreen' },
  c: { do: 'captions' },
  j: { do: 'step', seconds: -10 },
  l: { do: 'step', seconds: 10 },
  ArrowLeft: { do: 'step', seconds: -5 },
  ArrowRight: { do: 'step', seconds: 5 },
  ArrowUp: { do: 'volume', by: 0.1 },
  ArrowDown: { do: 'volume', by: -0.1 },
  Home: { do: 'start' },
  End: { do: 'end' },
  '<': { do: 'speed', by: -1 },
  '>': { do: 'speed', by: 1 },
}

/** `single`: letters, digits and signs count too. `on` is what has the focus: a button keeps its own Space, a menu its arrows. undefined: the key is not ours. */
export function commandOf(press: Press, on: 'player' | 'button' | 'menu' | 'field', single = true): Command | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey || on === 'field' || on === 'menu') return undefined
  if (on === 'button' && (press.key === ' ' || press.key === 'Enter')) return undefined
  const sign = press.key.length === 1 && press.key !== ' '
  if (sign && !single) return undefined
  if (/^[0-9]$/.test(press.key)) return { do: 'part', tenths: Number(press.key) }
  return singles[sign ? press.key.toLowerCase() : press.key]
}

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2] as const
export const nextSpeed = (now: number, by: 1 | -1): number => {
  const at = speeds.findIndex((speed) => speed >= now - 0.01)
  return speeds[Math.min(speeds.length - 1, Math.max(0, (at < 0 ? speeds.length - 1 : at) + by))]!
}

/** Seconds within which a place still counts as the furthest one seen. */
export const seekSlack = 0.5

/** Where a wish to go to `position` ends: inside the recording, and not past what was seen where seeking ahead is off. */
export function allowed(position: number, duration: number, limit: number | undefined): { position: number; refused: boolean } {
  const inside = Math.min(Math.max(0, position), Math.max(0, duration - 0.1))
  if (limit === undefined || inside <= limit + seekSlack) return { position: inside, refused: false }
  return { position: Math.min(limit, duration), refused: true }
}
