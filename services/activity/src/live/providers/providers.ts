// The providers of meetings by their names.
import type { MadeProvider, Provider } from '../shapes.ts'
import { bigbluebutton } from './bigbluebutton.ts'
import { link } from './link.ts'
import type { MadeMeetings, MeetingProvider } from './provider.ts'
import { tencent } from './tencent.ts'

export const providers: Record<Provider, MeetingProvider> = { link, bigbluebutton, tencent }

/** Those whose addresses of films expire, for SQL. */
export const expiringProviders: readonly string[] = Object.values(providers).flatMap(({ name, made }) => (made?.filmsExpire ? [name] : []))

/** Of a provider at which meetings are made. */
export const madeMeetings = (provider: MadeProvider): MadeMeetings => providers[provider].made!
