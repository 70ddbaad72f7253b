// The port of providers of meetings, and a meeting as they see it. Requests go through `ask` alone, which bounds them.
import type { ErrorCode } from '@lyceum/kit/calls/errors'
import type { Provider } from '../shapes.ts'
import type { Ask } from './asking.ts'

/** Fields of an account by their names; its secret stands apart. */
export type Account = Record<string, string>
/** An account, opened, and the means to reach its provider. */
export type At = {
  account: Account
  secret: string
  ask: Ask
  now: Date
  /** Its recordings are fetched: the addresses of their films are wanted. */
  fetches?: boolean
}

/** `id`: our own, of the activity; times are those of the class. */
export type MeetingDraft = { id: string; title: string; starts: Date | null; ends: Date | null; record: boolean; muted: boolean }
/** `alias` stands for the person, whose id no provider learns. */
export type Guest = { alias: string; name: string; role: 'host' | 'guest' }
/** `seconds`: of a provider that counts them; null: they are there now. */
export type Presence = { running: boolean; people: { alias: string; seconds: number | null }[] }
/** `page`: an https address; undefined while it is not ready. `films`: addresses of the whole of it as one film, of which the first that is there is taken. */
export type ProviderRecording = { id: string; title: string; page?: string; films?: string[]; ready: boolean }

/** Meetings that are made at a provider. Each throws ProviderFailed. */
export type MadeMeetings = {
  /** It is made as soon as it is known; else when it opens, since the provider ends a meeting to which nobody comes. */
  early: boolean
  /** Fields of its account; `choices`: one of these words. */
  fields: Record<string, { pattern: RegExp; choices?: readonly string[] }>
  /** Steps that try an account, in their order. */
  steps: Record<string, (at: At) => Promise<void>>
  /** `address`: the one at which everybody joins, kept sealed. */
  create(at: At, meeting: MeetingDraft): Promise<{ ref: string; address?: string }>
  change?(at: At, ref: string, meeting: MeetingDraft): Promise<void>
  cancel(at: At, ref: string): Promise<void>
  end(at: At, ref: string): Promise<void>
  state(at: At, ref: string): Promise<Presence>
  recordings(at: At, ref: string): Promise<ProviderRecording[]>
  /** The addresses of its films hold for hours: it is asked for a new one where upload came too late. */
  filmsExpire?: true
}

/** Whatever is needed to join; `kept`: the address, opened, where one is kept; `at`: missing for links. */
export type Entrance = { kept: string | undefined; at?: At; meeting: MeetingDraft }

export type MeetingProvider = {
  name: Provider
  /**
   * The address as it is kept. Of providers whose meetings are made elsewhere alone; `hosts`: it is at one of these, or below it. An error code for one that
   * is not taken.
   */
  address?(
    text: string,
    hosts?: readonly string[],
  ): { url: string } | { fault: Extract<ErrorCode, 'meeting.address' | 'meeting.otherHost'> }
  made?: MadeMeetings
  /** The address at which somebody joins; undefined: there is none yet. `ref`: of the meeting that this has made, or found made. */
  join(entrance: Entrance, guest: Guest): Promise<{ url: string; ref?: string } | undefined>
}
