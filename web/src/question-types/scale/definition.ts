// A place on a scale.
import { SlidersHorizontal } from 'lucide-react'
import { lazy } from 'react'
import type { Definition } from '../definition.ts'
import { ScaleAnswer } from './answer.tsx'

export const scale: Definition<'scale'> = {
  icon: SlidersHorizontal,
  Answer: ScaleAnswer,
  Editor: lazy(() => import('./editor.tsx')),
  fresh: () => ({ content: { from: 1, to: 5 }, key: {} }),
}
