// Mentions in the text of a post: people, groups and the teachers, whose people are notified. Ten at most, and of those alone who read the place; each
// says the name of whom it mentions, not the words of its writer.
import { invalid, notKnownYet } from '@lyceum/kit/calls/errors'
import { rows, type Tx } from '@lyceum/kit/database/database'
import { withMentionTexts } from '@lyceum/kit/text/mention-texts'
import { mentionsIn } from '@lyceum/kit/text/rich-text'
import { amongReaders, peopleOf, type Place } from './place.ts'
import { mostMentions } from './shapes.ts'
import { teachersWords } from './teachers-words.ts'

type Mentioned = Pick<Place, 'scope' | 'id' | 'course'>
const idsOf = (mentions: readonly string[], kind: 'person' | 'group'): string[] =>
  mentions.flatMap((one) => (one.startsWith(`${kind}:`) ? one.slice(kind.length + 1) : []))

/**
 * The cleaned text with the names of those whom it mentions. 400 post.tooManyMentions, post.unknownMention: somebody who does not read the place, unless
 * the text `before` a change mentions them already: they may have left since. */
export async function withMentions(tx: Tx, place: Mentioned, body: string, before = ''): Promise<string> {
  const mentions = mentionsIn(body)
  if (mentions.length > mostMentions) throw invalid({ body: ['post.tooManyMentions', { most: mostMentions }] })
  const kept = mentionsIn(before)
  const added = mentions.filter((one) => !kept.includes(one))
  const { unknown } = added.length === 0 ? { unknown: undefined } : await behind(tx, place, added)
  if (unknown) throw invalid({ body: notKnownYet('post.unknownMention', { id: unknown }) })
  if (!body.includes('data-mention=')) return body
  const names = await namesOf(tx, place.course, mentions)
  return withMentionTexts(body, (mention, words) => `@${mention === 'teachers' ? teachersIn(words) : (names.get(mention) ?? '')}`)
}

const teachersIn = (words: string): string => teachersWords.find((word) => words.trim() === `@${word}`) ?? 'teachers'

async function namesOf(tx: Tx, course: string, mentions: readonly string[]): Promise<Map<string, string>> {
  const list = await rows<{ mention: string; name: string }>(
    tx,
    `select 'person:' || p.id as mention, p.name from mirror.persons p where p.id = any($1) and not p.deleted
     union all select 'group:' || g.id, g.name from mirror.groups g where g.id = any($2) and g.course_id = $3`,
    idsOf(mentions, 'person'),
    idsOf(mentions, 'group'),
    course,
  )
  return new Map(list.map(({ mention, name }) => [mention, name]))
}

/** The people behind the mentions of a text, without its writer and those to whom the place is not open yet. */
export async function mentionedPeople(tx: Tx, place: Mentioned, writer: string | null, now: Date, body: string): Promise<string[]> {
  const mentions = mentionsIn(body).slice(0, mostMentions)
  if (mentions.length === 0) return []
  const { people } = await behind(tx, place, mentions)
  return await amongReaders(tx, place, people.filter((person) => person !== writer).sort(), now)
}

async function behind(tx: Tx, place: Mentioned, mentions: readonly string[]): Promise<{ people: string[]; unknown: string | undefined }> {
  const [person_ids, group_ids, teachers] = [idsOf(mentions, 'person'), idsOf(mentions, 'group'), mentions.includes('teachers')]
  const found = await rows<{ person: string }>(
    tx,
    `select distinct m.person_id::text as person
     from mirror.members m
     left join (mirror.group_members g join mirror.groups o on o.id = g.group_id and o.course_id = $1 and not o.deleted)
       on g.person_id = m.person_id and g.until is null and g.group_id = any($3)
     where m.course_id = $1 and m.state = 'active'
       and (m.person_id = any($2) or g.group_id is not null or ($4 and m.role in ('instructor', 'instructor_assistant')))`,
    place.course,
    person_ids,
    group_ids,
    teachers,
  )
  const within = await peopleOf(tx, place)
  const named = new Set(found.map(({ person }) => person))
  const groups = await rows<{ id: string }>(
    tx,
    'select id::text from mirror.groups where id = any($1) and course_id = $2 and not deleted',
    group_ids,
    place.course,
  )
  const unknown =
    person_ids.find((id) => !named.has(id) || (within && !within.includes(id))) ??
    group_ids.find((id) => !groups.some((group) => group.id === id))
  return { people: [...named].filter((person) => !within || within.includes(person)), unknown }
}
