// Lazy parts of editing a course's content: dialogs, the batch bar, the name form. They load after the first paint.
import { lazy } from 'react'
import { texts } from '../../../i18n.ts'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'

const add = () => Promise.all([import('./add-activity-dialog.tsx'), texts('writing')])
const name = () => import('./name-form.tsx')
const module = () => Promise.all([import('./module-dialog.tsx'), texts('teaching')])
const batch = () => import('./activity-batch.tsx')

export const AddActivityDialog = laterDialog(() => add().then(([module]) => ({ default: module.AddActivityDialog })))
export const ModuleDialog = laterDialog(() => module().then(([loaded]) => loaded))
export const NameForm = lazy(() => name().then((module) => ({ default: module.NameForm })))
export const ActivityBatch = lazy(() => batch().then((module) => ({ default: module.ActivityBatch })))
