// The pages of one's own that the bars of the frame do not show, or not to everyone: the command palette leads to each, by its name or
// by what people call it.
import {
  Archive,
  BellRing,
  FolderOpen,
  Hammer,
  LibraryBig,
  type LucideIcon,
  Megaphone,
  NotebookPen,
  PencilRuler,
  SquareCheck,
  Ticket,
} from 'lucide-react'
import type { TextKey } from '../i18n.ts'
import { paths } from '../paths.ts'

type Names = TextKey<'search'>
type OwnPage = {
  label: Names
  /** Other names for it, in the language of the page and in English. */
  words?: Names
  to: string
  icon: LucideIcon
  /** For those who may teach. */
  teaches?: true
}

export const ownPages: readonly OwnPage[] = [
  { label: 'place.scores', words: 'words.scores', to: paths.scores(), icon: SquareCheck },
  { label: 'place.notes', words: 'words.notes', to: paths.notes(), icon: NotebookPen },
  { label: 'place.bulletins', words: 'words.bulletins', to: paths.orgBulletins(), icon: Megaphone },
  { label: 'place.notifications', words: 'words.notifications', to: paths.notificationSettings(), icon: BellRing },
  { label: 'place.join', words: 'words.join', to: paths.join(), icon: Ticket },
  { label: 'place.groups', words: 'words.groups', to: paths.resourceGroups(), icon: FolderOpen },
  { label: 'place.studios', to: paths.studios(), icon: PencilRuler },
  { label: 'place.projects', to: paths.projects(), icon: Hammer },
  { label: 'place.banks', words: 'words.banks', to: paths.ownQuestions(), icon: LibraryBig, teaches: true },
  { label: 'place.deletedCourses', words: 'words.deletedCourses', to: paths.deletedCourses(), icon: Archive, teaches: true },
]
