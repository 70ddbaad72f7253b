// The providers of meetings by their names.
import type { Provider } from '../shapes.ts'
import { link } from './link.ts'
import type { MeetingProvider } from './provider.ts'

export const providers: Record<Provider, MeetingProvider> = { link }
