// The popup “embed online video”, loaded when it is opened.
import { texts } from '../../../i18n.ts'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'

export const EmbedDialog = laterDialog(() =>
  Promise.all([import('./embed-dialog-panel.tsx'), texts('player', 'kinds', 'errors', 'teaching')]).then(([module]) => module),
)
