// Keyboard commands of the player, its speeds, and the limits of seeking. Pure.
export type Command =
  | { do: 'toggle' | 'mute' | 'fullscreen' | 'captions' | 'start' | 'end' }
  | { do: 'step'; seconds: number }
  /** Seeks to `tenths` tenths of the recording. */
  | { do: 'part'; tenths: number }
  | { do: 'volume'; by: number }
  | { do: 'speed'; by: 1 | -1 }
type Press = { key: string; ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean; shiftKey?: boolean }

const bindings: Record<string, Command> = {
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

/** The command of a key press, undefined for other keys. `focus` is the kind of element that has the focus: a button keeps Space and Enter, a menu and a field every key. `singleKeys`: letters, digits and signs are commands too. */
export function commandOf(press: Press, focus: 'player' | 'button' | 'menu' | 'field', singleKeys = true): Command | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey || focus === 'field' || focus === 'menu') return undefined
  if (focus === 'button' && (press.key === ' ' || press.key === 'Enter')) return undefined
  const sign = press.key.length === 1 && press.key !== ' '
  if (sign && !singleKeys) return undefined
  if (/^[0-9]$/.test(press.key)) return { do: 'part', tenths: Number(press.key) }
  return bindings[sign ? press.key.toLowerCase() : press.key]
}

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2] as const
export const nextSpeed = (rate: number, by: 1 | -1): number => {
  const index = speeds.findIndex((speed) => speed >= rate - 0.01)
  return speeds[Math.min(speeds.length - 1, Math.max(0, (index < 0 ? speeds.length - 1 : index) + by))]!
}

/** Seconds past the limit that still count as within it. */
export const seekSlack = 0.5

/** The position (seconds) that a seek may reach: inside the recording and not past `limit`; `refused`: the limit has cut it. */
export function clampSeek(position: number, duration: number, limit: number | undefined): { position: number; refused: boolean } {
  const inside = Math.min(Math.max(0, position), Math.max(0, duration - 0.1))
  if (limit === undefined || inside <= limit + seekSlack) return { position: inside, refused: false }
  return { position: Math.min(limit, duration), refused: true }
}
