// Tones of the states of live lectures.
import type { Tone } from '../../../ui/marks/chip.tsx'
import type { Meeting } from './queries.ts'

export const liveTones = { before: 'neutral', open: 'info', running: 'ok', ended: 'neutral', called_off: 'warn' } as const satisfies Record<
  Meeting['state'],
  Tone
>
