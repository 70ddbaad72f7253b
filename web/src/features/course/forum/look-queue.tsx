// Queue of a course's posts that wait or are reported, for who moderates, and the setting by which posts of students wait.
import { useQuery } from '@tanstack/react-query'
import { Check, EyeOff, Flag } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type Answer, call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { usePaged } from '../../../parts/base/page/paged.ts'
import { AuthorPicture, authorName } from '../../../parts/learning/forum/author.tsx'
import { topicHref } from '../../../parts/learning/forum/places.ts'
import { refreshTopic, setPostState } from '../../../parts/learning/forum/queries.ts'
import { useAddresses } from '../../../parts/learning/work/addresses.ts'
import { invalidate, query } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { near } from '../../../ui/format.ts'
import { Chip } from '../../../ui/marks/chip.tsx'
import { Empty } from '../../../ui/states.tsx'
import { PagedList } from '../../../ui/table/paged-list.tsx'
import { RichText } from '../../../ui/text/rich-text.tsx'

const HideDialog = laterDialog(() => import('../../../parts/learning/forum/hide-dialog.tsx'))

type Look = Answer<'GET /api/courses/:id/post-reports'>['items'][number]
const states = ['waiting', 'reported'] as const
export const moderations = ['nobody', 'first', 'all'] as const

export const looksOf = (course: string, page = 1, size = 10, state?: string) =>
  query('GET /api/courses/:id/post-reports', {
    params: { id: course },
    query: { page, page_size: size, ...(state && { conditions: JSON.stringify({ state }) }) },
  })

export function LookQueue({ course }: { course: string }) {
  const t = useTexts('forum')
  const list = usePaged(
    ({ page, size, filters }) =>
      looksOf(
        course,
        page,
        size,
        states.find((one) => one === filters.show),
      ),
    {
      filters: ['show'],
    },
  )
  const files = useAddresses(list.data?.files)
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end gap-2.5">
        <Select
          label={t('show')}
          className="w-52 max-tablet:w-full"
          value={list.filters.show ?? ''}
          onChange={(value) => list.change({ filters: { show: value || undefined } })}
          options={[{ value: '', label: t('look.all') }, ...states.map((one) => ({ value: one, label: t(`look.${one}`) }))]}
        />
        <Setting course={course} />
      </div>
      <PagedList
        list={list}
        failedTitle={t('postsFailed')}
        empty={<Empty title={t('nothingToLookAt')} text={t('nothingToLookAtText')} />}
        nothingFits={
          <Empty title={t('nothingToLookAt')}>
            <Button onClick={list.clear}>{t('showAll')}</Button>
          </Empty>
        }
      >
        {(items) => (
          <ul className="space-y-3">
            {items.map((look) => (
              <li key={look.post.id}>
                <LookCard course={course} look={look} files={files} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}

function LookCard({ course, look, files }: { course: string; look: Look; files: ReadonlyMap<string, string> }) {
  const t = useTexts('forum')
  const [busy, setBusy] = useState(false)
  const [hiding, setHiding] = useState(false)
  const { post, topic, reports, reported, waiting } = look
  const place = { course, scope: topic.scope, ...(topic.scope_id && { scopeId: topic.scope_id }) }
  const name = authorName(post.author, t)
  const settle = async (state: 'shown' | 'hidden') => {
    setBusy(true)
    try {
      const { post: after } = await setPostState(post, state)
      toast({
        text: t(state === 'shown' ? 'postShown' : 'postHidden'),
        undo: () =>
          void setPostState(after, state === 'shown' ? 'hidden' : 'shown').then(
            () => refreshTopic(topic.id),
            (error) => toast({ text: problemText(error), error: true }),
          ),
      })
      await refreshTopic(topic.id)
    } catch (error) {
      toast({ text: problemText(error), error: true })
      await invalidate('GET /api/courses/:id/post-reports')
    } finally {
      setBusy(false)
    }
  }
  return (
    <article aria-label={t('postOf', { name, time: near(post.created_at) })} className="surface-card space-y-2.5 p-4">
      <div className="flex items-start gap-3">
        <AuthorPicture author={post.author} t={t} />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-semibold">
              <bdi>{name}</bdi>
            </span>
            {waiting && <Chip tone="warn">{t('state.waiting')}</Chip>}
            {reported > 0 && (
              <Chip tone="warn" icon={Flag}>
                {t('reports', { count: reported })}
              </Chip>
            )}
            {post.state === 'hidden' && <Chip tone="neutral">{t('state.hidden')}</Chip>}
          </p>
          <p className="tabular text-caption text-text-3">
            <time dateTime={post.created_at}>{near(post.created_at)}</time> ·{' '}
            <Link className="text-accent-text underline underline-offset-2" to={topicHref(place, topic.id, post.n ?? undefined)}>
              {topic.title}
            </Link>
          </p>
        </div>
      </div>
      <RichText html={post.body} size="body" files={files} />
      {reports.length > 0 && (
        <ul className="space-y-1 rounded-card bg-sunken px-3 py-2 text-small text-text-2">
          {reports.map(({ reason, text, by, at }) => (
            <li key={`${by.id} ${at}`}>
              <span className="font-medium">{t(`reason.${reason}`)}</span>
              {text && `: ${text}`} <span className="tabular text-caption text-text-3">{`${authorName(by, t)} · ${near(at)}`}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="primary" icon={Check} busy={busy} onClick={() => void settle('shown')}>
          {t(post.state === 'shown' ? 'keepShown' : 'showPost')}
        </Button>
        <Button
          size="sm"
          icon={EyeOff}
          off={busy ? t('stillSending') : undefined}
          onClick={() => (post.state === 'hidden' ? void settle('hidden') : setHiding(true))}
        >
          {t(post.state === 'hidden' ? 'keepHidden' : 'hidePost')}
        </Button>
      </div>
      {hiding && <HideDialog topic={topic.id} post={post} onClose={() => setHiding(false)} />}
    </article>
  )
}

const settingOf = (course: string) => query('GET /api/courses/:id/talk-settings', { params: { id: course } })
function Setting({ course }: { course: string }) {
  const t = useTexts('forum')
  const { data } = useQuery(settingOf(course))
  if (!data) return null
  const change = async (moderation: (typeof moderations)[number]) => {
    try {
      await call('PUT /api/courses/:id/talk-settings', { params: { id: course }, body: { moderation, version: data.version } })
    } catch (error) {
      toast({ text: problemText(error), error: true })
    }
    await invalidate('GET /api/courses/:id/talk-settings')
  }
  return (
    <Select
      label={t('moderationOfCourse')}
      className="ml-auto w-72 max-tablet:ml-0 max-tablet:w-full"
      value={data.moderation}
      onChange={(value) => void change(value)}
      options={moderations.map((value) => ({ value, label: t(`moderation.${value}`) }))}
    />
  )
}
