// How somebody watches, kept on this device under their own id: speed, volume, captions. Who signs in next has their own.
import { currentScope } from '../client.ts'

export type PlayerPreferences = { speed: number; volume: number; muted: boolean; captions: string | null; captionsShown: boolean }
const initial: PlayerPreferences = { speed: 1, volume: 0.7, muted: false, captions: null, captionsShown: false }

/** Undefined for who is not signed in: nothing is kept of them. */
const key = () => {
  const person = currentScope()?.person
  return person && `lyceum.player.${person}`
}
/** What the storage holds, as far as it is readable and in bounds. */
export function preferencesIn(text: string | null): PlayerPreferences {
  let stored: Partial<Record<keyof PlayerPreferences, unknown>> = {}
  try {
    stored = Object(JSON.parse(text ?? '{}'))
  } catch {
    // another program's text
  }
  const within = (value: unknown, from: number, to: number, otherwise: number) =>
    typeof value === 'number' && value >= from && value <= to ? value : otherwise
  return {
    speed: within(stored.speed, 0.25, 4, initial.speed),
    volume: within(stored.volume, 0, 1, initial.volume),
    muted: stored.muted === true,
    captions: typeof stored.captions === 'string' ? stored.captions : null,
    captionsShown: stored.captionsShown === true,
  }
}

export function playerPreferences(): PlayerPreferences {
  const name = key()
  try {
    return preferencesIn(name ? localStorage.getItem(name) : null)
  } catch {
    return initial
  }
}

export function keepPreference(part: Partial<PlayerPreferences>): void {
  const name = key()
  if (!name) return
  try {
    localStorage.setItem(name, JSON.stringify({ ...playerPreferences(), ...part }))
  } catch {
    // holds until the page closes
  }
}
