// Head of a topic: its title and states, and what its reader may do with it.
import { Bell, BellOff, CheckCheck, Download, Ellipsis, FileDown, Lock, LockOpen, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { call } from '../../../client.ts'
import { currentLocale, texts, useTexts } from '../../../i18n.ts'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'
import { queryClient } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { dateTime } from '../../../ui/format.ts'
import type { MenuItem } from '../../../ui/menus/menu-groups.ts'
import { Menu } from '../../../ui/menus/menu.tsx'
import { problemText } from '../../base/errors/problem-text.ts'
import { PageTitle } from '../../base/page/page-title.tsx'
import { authorName } from './author.tsx'
import { placeHref } from './places.ts'
import { changeTopic, followTopic, readTopic, refreshTopics, type Topic, topicOf } from './queries.ts'
import { TopicChips } from './topic-row.tsx'

const TopicDialog = laterDialog(() => Promise.all([import('./topic-dialog.tsx'), texts('editor', 'upload')]).then(([module]) => module))

/** `onExport`: an export of it has begun, as a task. */
export function TopicHead({ topic, level, onExport }: { topic: Topic; level: 1 | 2; onExport: (task: string) => void }) {
  const t = useTexts('forum')
  const navigate = useNavigate()
  const [editing, setEditing] = useState(false)
  const { id, course_id, scope, scope_id, title, author, created_at, opens_at, closes_at, pinned, closed, following, can } = topic
  const place = { course: course_id, scope, ...(scope_id && { scopeId: scope_id }) }
  const attempt = (work: () => Promise<unknown>) => void work().catch((error) => toast({ text: problemText(error), error: true }))
  const change = (changes: Parameters<typeof changeTopic>[1]) => attempt(() => changeTopic(topic, changes))
  const remove = async () => {
    await call('DELETE /api/topics/:id', { params: { id }, query: { version: topic.version } })
    const restore = async () => {
      const back = await call('PUT /api/topics/:id/restore', { params: { id } })
      queryClient.setQueryData(topicOf(id).queryKey, back)
      await refreshTopics()
    }
    toast({ text: t('topicDeleted'), undo: () => attempt(restore) })
    navigate(placeHref(place))
    await refreshTopics()
  }
  const save = async (format: 'html' | 'pdf') => {
    const body = { format, lang: currentLocale() }
    onExport((await call('POST /api/topics/:id/export', { params: { id }, body })).task)
  }
  const items: MenuItem[] = [
    // a title that was looked at stays
    ...(can.change && !(topic.changes_wait && !topic.waits) ? [{ label: t('edit'), icon: Pencil, onSelect: () => setEditing(true) }] : []),
    ...(can.moderate
      ? [
          { label: t(pinned ? 'unpin' : 'pin'), icon: pinned ? PinOff : Pin, onSelect: () => change({ pinned: !pinned }) },
          { label: t(closed ? 'reopen' : 'close'), icon: closed ? LockOpen : Lock, onSelect: () => change({ closed: !closed }) },
        ]
      : []),
    ...(topic.unread > 0 ? [{ label: t('readAll'), icon: CheckCheck, onSelect: () => attempt(() => readTopic(id, topic.last_n)) }] : []),
    { label: t('exportPdf'), icon: FileDown, action: 'topic.export', onSelect: () => attempt(() => save('pdf')) },
    { label: t('export'), icon: Download, action: 'topic.export', onSelect: () => attempt(() => save('html')) },
    ...(can.remove ? [{ label: t('deleteTopic'), icon: Trash2, danger: true, onSelect: () => attempt(remove) }] : []),
  ]
  const heading = 'min-w-0 flex-1 font-title text-title font-bold wrap-break-word'
  return (
    <header className="space-y-2">
      <div className="flex flex-wrap items-start gap-2.5">
        {level === 1 ? <PageTitle title={title} className={heading} /> : <h2 className={heading}>{title}</h2>}
        <Button
          size="sm"
          variant={following ? 'soft' : 'secondary'}
          icon={following ? Bell : BellOff}
          action="topic.follow"
          onClick={() => attempt(() => followTopic(id, !following))}
        >
          {t(following ? 'followed' : 'follow')}
        </Button>
        <Menu align="end" trigger={{ kind: 'icon', props: { label: t('actionsOf', { title }), icon: Ellipsis } }} groups={[{ items }]} />
      </div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-caption text-text-3">
        <span>
          <bdi>{authorName(author, t)}</bdi> · {dateTime(created_at)}
        </span>
        <TopicChips topic={topic} within="head" />
        {opens_at && <span>{t('opensAt', { time: dateTime(opens_at) })}</span>}
        {closes_at && <span>{t('closesAt', { time: dateTime(closes_at) })}</span>}
      </p>
      {editing && (
        <TopicDialog
          place={place}
          topic={topic}
          kinds={['discussion', 'question']}
          can={{ anonymous: false, moderate: can.moderate }}
          onClose={() => setEditing(false)}
        />
      )}
    </header>
  )
}
