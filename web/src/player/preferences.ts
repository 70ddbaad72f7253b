// A person's settings of the player: speed, volume, captions. Kept with the person, and on this device under their own id until that is done. The next person
// has their own.
import { call, currentScope } from '../client.ts'
import { queryClient } from '../queries.ts'
import { type Session, sessionQuery } from '../session/session.ts'

export type PlayerPreferences = { speed: number; volume: number; muted: boolean; captions: string | null; captionsShown: boolean }
type Settings = Session['user']['settings']
type Kept = PlayerPreferences & { unsent: boolean }
const initial: PlayerPreferences = { speed: 1, volume: 0.7, muted: false, captions: null, captionsShown: false }
/** Milliseconds after the last of several changes until they are sent: a volume is drawn. */
const pause = 1000

const keyOf = (person: string) => `lyceum.player.${person}`
/** The stored settings, as far as they are readable and in bounds. */
export function preferencesIn(text: string | null): Kept {
  let stored: Partial<Record<keyof Kept, unknown>> = {}
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
    unsent: stored.unsent === true,
  }
}

function onDevice(person: string): Kept {
  try {
    return preferencesIn(localStorage.getItem(keyOf(person)))
  } catch {
    return preferencesIn(null)
  }
}
function keepOnDevice(person: string, kept: Kept): void {
  try {
    localStorage.setItem(keyOf(person), JSON.stringify(kept))
  } catch {
    // holds until the page closes
  }
}

const ofPerson = () => queryClient.getQueryData<Session | null>(sessionQuery.queryKey)?.user.settings.player
/** Of somebody who is not signed in nothing is kept. */
export function playerPreferences(): PlayerPreferences {
  const person = currentScope()?.person
  if (!person) return initial
  const { unsent, ...here } = onDevice(person)
  const there = ofPerson()
  if (unsent || !there) return here
  const { captions_shown: captionsShown, ...others } = there
  return { ...others, captionsShown }
}

let timer: ReturnType<typeof setTimeout> | undefined
export function keepPreference(part: Partial<PlayerPreferences>): void {
  const person = currentScope()?.person
  if (!person) return
  keepOnDevice(person, { ...playerPreferences(), ...part, unsent: true })
  clearTimeout(timer)
  timer = setTimeout(() => void send(person), pause)
}

/** Sends what an earlier page could not, or had no time to. */
export function sendKeptPreferences(): void {
  const person = currentScope()?.person
  if (person && onDevice(person).unsent) void send(person)
}

/** Settings that fail to be sent stay unsent, and go with the next change, or with the next player. */
async function send(person: string): Promise<void> {
  if (currentScope()?.person !== person) return
  const { unsent: _, captionsShown, ...here } = onDevice(person)
  const settings = await call('PUT /api/user/settings', { body: { player: { ...here, captions_shown: captionsShown } } }).catch(
    () => undefined,
  )
  if (!settings || currentScope()?.person !== person) return
  const withPlayer = (before: Settings): Settings => ({ ...before, player: settings.player })
  queryClient.setQueryData<Session | null>(
    sessionQuery.queryKey,
    (session) => session && { ...session, user: { ...session.user, settings: withPlayer(session.user.settings) } },
  )
  const latest = onDevice(person)
  if (JSON.stringify(latest) === JSON.stringify({ ...here, captionsShown, unsent: true }))
    keepOnDevice(person, { ...latest, unsent: false })
}
