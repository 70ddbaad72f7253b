// What the pages ask of an activity type. The folder of a type answers it (definition.ts), and nothing outside that folder names the type.
// A definition is loaded with the lists, so it is small; view, work and form are loaded when they are shown.
import type { LucideIcon } from 'lucide-react'
import type { ComponentType, LazyExoticComponent } from 'react'
import type { Translate } from '../i18n.ts'
import type { Activity, ActivityRow } from '../parts/learning/course/content.ts'
import type { Tone } from '../ui/marks/chip.tsx'
import type { TypeForm } from './form.ts'

type Lazy<P> = LazyExoticComponent<ComponentType<P>>
export type Say = Translate<'kinds'>

type MyProgress = ActivityRow['my']
/** What is asked of people, and of which files. */
type Asked = Pick<ActivityRow, 'completion_criterion' | 'uploads'>

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
  about(row: Pick<ActivityRow, 'uploads' | 'video_duration'>, say: Say): string
  /** How far I am, in a few words for lists; undefined before there is anything to tell. */
  result(activity: { my: Pick<MyProgress, 'percent'> & Partial<MyProgress> } & Partial<Asked>, say: Say): string | undefined
  /** How far I am and what completes it, in the head of its page: "Watched 62 %, 90 % needed". */
  standing(activity: { my: Pick<MyProgress, 'percent' | 'completed'> & Partial<MyProgress> } & Asked, say: Say): string
  /** What I can do next in it; undefined: nothing is left. */
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
  /** It has a text of its own (its form's `text`): it is written on a whole page, what is made of a file in a dialog. */
  written?: true
  /** The page on which its questions are written, below a header; its code comes with its texts. */
  Questions?: Lazy<{ activity: Activity }>
  /** It is sat at its time: two of them at once cannot both be. */
  sat?: true
  /** Where what is handed in for it is marked. */
  marking?(course: string, id: string): string
  /** The form of its own fields; without one nobody makes such an activity by hand. */
  form?(): Promise<{ default: TypeForm }>
}
