// The popup “embed online video”, loaded when it is opened.
import { lazy } from 'react'
import { texts } from '../../../i18n.ts'

export const EmbedDialog = lazy(() =>
  Promise.all([import('./embed-dialog-panel.tsx'), texts('player', 'kinds', 'errors', 'teaching')]).then(([module]) => module),
)
