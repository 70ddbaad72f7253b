// The stimulus that the questions of its group are about; it has no answer.
import { BookOpenText } from 'lucide-react'
import { lazy } from 'react'
import type { Definition } from '../definition.ts'

export const stimulus: Definition<'stimulus'> = {
  icon: BookOpenText,
  Answer: () => null,
  Editor: lazy(() => import('./editor.tsx')),
  fresh: () => ({ content: {}, key: {} }),
}
