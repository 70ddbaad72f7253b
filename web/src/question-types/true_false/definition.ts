// True or false.
import { ToggleLeft } from 'lucide-react'
import { lazy } from 'react'
import type { Definition } from '../definition.ts'
import { TrueFalseAnswer } from './answer.tsx'

export const trueFalse: Definition<'true_false'> = {
  icon: ToggleLeft,
  Answer: TrueFalseAnswer,
  Editor: lazy(() => import('./editor.tsx')),
  solution: ({ right }) => ({ value: right }),
  keyless: true,
  fresh: () => ({ content: {}, key: { right: true } }),
}
