// Author of a post: picture and name, "Student 7" of an anonymous one, a former member of an erased one.
import type { Translate } from '../../../i18n.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import type { TalkAuthor } from './queries.ts'

export const authorName = ({ id, name, alias }: TalkAuthor, t: Translate<'forum'>): string =>
  alias !== null ? t('studentNumber', { number: alias }) : id === null ? t('formerMember') : name

/** Beside the name: nothing for a reader who hears the page. */
export function AuthorPicture({ author, t, size = 32 }: { author: TalkAuthor; t: Translate<'forum'>; size?: number }) {
  const { id, avatar, alias } = author
  return <Avatar id={id ?? `student ${alias ?? ''}`} name={authorName(author, t)} src={id === null ? null : avatar} size={size} />
}
