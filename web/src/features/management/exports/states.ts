// States of exports and of runs of the register, as their tasks have them.
import type { Answer } from '../../../client.ts'
import { translateIfPresent } from '../../../i18n.ts'
import type { Tone } from '../../../ui/marks/chip.tsx'

type State = Answer<'GET /api/management/exports'>['items'][number]['state']
export const states = ['running', 'finished', 'failed', 'cancelled'] as const satisfies readonly State[]
export const stateTones: Record<State, Tone> = { running: 'info', finished: 'ok', failed: 'bad', cancelled: 'neutral' }

/** The sentence of a refusal; undefined for one without a text. */
export const stateOf = ({ code, params }: { code: string; params: object }): string | undefined =>
  translateIfPresent('errors', code, params as Record<string, string | number>)
