// Rows that each take one of the same columns, or several.
import { Grid3x3 } from 'lucide-react'
import { lazy } from 'react'
import type { Definition } from '../definition.ts'
import { part } from '../parts/part-id.ts'
import { MatrixAnswer } from './answer.tsx'

export const matrix: Definition<'matrix'> = {
  icon: Grid3x3,
  Answer: MatrixAnswer,
  Editor: lazy(() => import('./editor.tsx')),
  fresh: () => ({ content: { rows: [part(), part()], columns: [part(), part(), part()] }, key: {} }),
}
