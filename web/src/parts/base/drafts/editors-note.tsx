// Other editors of the same thing: faces and names above it.
import { Suspense } from 'react'
import { texts } from '../../../i18n.ts'
import { optional } from './optional.ts'
import type { OpenEditors } from './use-editors.ts'

const Faces = optional(() =>
  Promise.all([import('./editor-faces.tsx'), texts('drafts')]).then(([{ default: EditorFaces }]) => ({ default: EditorFaces })),
)

export const EditorsNote = ({ editors }: { editors: OpenEditors }) => (
  <div role="status" className="empty:hidden">
    {editors.others.length > 0 && (
      <Suspense>
        <Faces editors={editors} />
      </Suspense>
    )}
  </div>
)
