// The definition of an activity type for the pages. The folder of a type holds it (definition.ts), and nothing outside that folder names the type.
// A definition is loaded with the lists, so it is small; view, work and form are loaded when they are shown.
import type { LucideIcon } from 'lucide-react'
import type { ComponentType, LazyExoticComponent } from 'react'
import type { Translate } from '../i18n.ts'
import type { Activity, ActivityRow } from '../parts/learning/course/content.ts'
import type { Tone } from '../ui/marks/chip.tsx'
import type { TypeForm } from './form.ts'

type Lazy<P> = LazyExoticComponent<ComponentType<P>>
export type KindTexts = Translate<'kinds'>

type MyProgress = ActivityRow['my']
/** Its criterion of completion, and its files. */
type Completable = Pick<ActivityRow, 'completion_criterion' | 'uploads'>

export type ViewProps = {
  activity: Activity
  teaches: boolean
  /** The column beside the view, for a panel of its own. */
  side: HTMLElement | null
  /** Of a stage: called once the content of the column beside it is decided, even if it stays empty. */
  onSideReady: (ready: boolean) => void
}

export type Definition = {
  icon: LucideIcon
  tone: Tone
  /** Its page's own address (spec §2.1); without one it is opened at learning-activity#/{id}. */
  href?(course: string, id: string): string
  /** One line about it: "Video, 45 min", "PDF, 8.4 MB". */
  about(row: Pick<ActivityRow, 'uploads' | 'video_duration'>, say: KindTexts): string
  /** My progress in a few words for lists; undefined before it has begun. */
  result(activity: { my: Pick<MyProgress, 'percent'> & Partial<MyProgress> } & Partial<Completable>, say: KindTexts): string | undefined
  /** My progress and its criterion, in the head of its page: "Watched 62 %, 90 % needed". */
  progress(activity: { my: Pick<MyProgress, 'percent' | 'completed'> & Partial<MyProgress> } & Completable, say: KindTexts): string
  /** My next step in it; undefined: nothing is left. */
  act(progress: Pick<ActivityRow['my'], 'percent' | 'completed'>): 'open' | 'watch' | 'resume' | undefined
  View: Lazy<ViewProps>
  /** In place of the view for guests: nothing is recorded, and nothing asks for a session. */
  Guest: Lazy<{ activity: Activity }>
  /** Its view reaches the edges of a phone and may fill the column beside it, which waits for `onSideReady`. */
  stage?: true
  /** In place of the view until it is loaded, and as big. */
  Waiting: ComponentType<{ activity: Activity; teaches: boolean }>
  /** Below the view, for who teaches: the students and how far they are. */
  Work: Lazy<{ activity: Activity }>
  /** It is made of a file that can be replaced. `asks`: whether what students have watched of it goes on counting; `moments`: its questions
   *  stand at moments of the film, which stay. */
  replaces?: 'asks' | 'keeps' | 'moments'
  /** Comments stand below its view. */
  comments?: true
  /** It has a text of its own (its form's `text`): it is written on a whole page, what is made of a file in a dialog. */
  written?: true
  /** The page on which its questions are written, which opens once it is made. */
  asking?(course: string, id: string): string
  /** The content of that page below a header; its code comes with its texts. */
  Questions?: Lazy<{ activity: Activity }>
  /** It is sat at its time: two of them at once cannot both be. */
  sat?: true
  /** The page on which its work is marked. */
  marking?(course: string, id: string): string
  /** The form of its own fields; without one nobody makes such an activity by hand. */
  form?(): Promise<{ default: TypeForm }>
}
