// Menu of a post: its link, a quotation, a report, and what its author and who moderates may do. A removed or hidden post comes back by Undo, or here.
import { ArchiveRestore, CircleCheck, CircleX, Ellipsis, Eye, EyeOff, Flag, History, Link2, Pencil, Quote, Trash2 } from 'lucide-react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import type { MenuItem } from '../../../ui/menus/menu-groups.ts'
import { Menu } from '../../../ui/menus/menu.tsx'
import { problemText } from '../../base/errors/problem-text.ts'
import { copyText } from '../../base/page/copy-text.ts'
import { topicHref } from './places.ts'
import { changeTopic, type Post, refreshTopic, setPostState, type Topic } from './queries.ts'

export function PostMenu({
  post,
  topic,
  name,
  onEdit,
  onVersions,
  onQuote,
  onReport,
  onHide,
}: {
  post: Post
  topic: Topic
  name: string
  onEdit: () => void
  onVersions: () => void
  onQuote: () => void
  onReport: () => void
  onHide: () => void
}) {
  const t = useTexts('forum')
  const { id, n, accepted, can, state } = post
  const attempt = (work: () => Promise<unknown>) =>
    void work().then(
      () => refreshTopic(topic.id),
      (error) => toast({ text: problemText(error), error: true }),
    )
  const restore = () => call('PUT /api/posts/:id/restore', { params: { id } })
  const remove = async () => {
    await call('DELETE /api/posts/:id', { params: { id }, query: { version: post.version } })
    toast({ text: t('postRemoved'), undo: () => attempt(restore) })
  }
  const place = { course: topic.course_id, scope: topic.scope, ...(topic.scope_id && { scopeId: topic.scope_id }) }
  const items: MenuItem[] = [
    ...(n === null
      ? []
      : [
          {
            label: t('copyLink'),
            icon: Link2,
            onSelect: () => void copyText(new URL(topicHref(place, topic.id, n), window.location.origin).href),
          },
        ]),
    ...(can.reply && state === 'shown' ? [{ label: t('quote'), icon: Quote, onSelect: onQuote }] : []),
    ...(can.accept
      ? [
          {
            label: t(accepted ? 'unaccept' : 'accept'),
            icon: accepted ? CircleX : CircleCheck,
            onSelect: () => attempt(() => changeTopic(topic, { accepted_post_id: accepted ? null : id })),
          },
        ]
      : []),
    ...(can.change ? [{ label: t('edit'), icon: Pencil, onSelect: onEdit }] : []),
    ...(can.versions ? [{ label: t('versions'), icon: History, onSelect: onVersions }] : []),
    ...(can.report ? [{ label: t('report'), icon: Flag, onSelect: onReport }] : []),
    ...(can.moderate && state !== 'shown'
      ? [{ label: t('showPost'), icon: Eye, onSelect: () => attempt(() => setPostState(post, 'shown')) }]
      : []),
    ...(can.moderate && state !== 'hidden' ? [{ label: t('hidePost'), icon: EyeOff, onSelect: onHide }] : []),
    ...(can.restore ? [{ label: t('restore'), icon: ArchiveRestore, onSelect: () => attempt(restore) }] : []),
    ...(can.remove ? [{ label: t('remove'), icon: Trash2, danger: true, onSelect: () => attempt(remove) }] : []),
  ]
  if (items.length === 0) return null
  return (
    <Menu
      align="end"
      trigger={{ kind: 'icon', props: { label: t('actionsOfPost', { name }), icon: Ellipsis, size: 'sm' } }}
      groups={[{ items }]}
    />
  )
}
