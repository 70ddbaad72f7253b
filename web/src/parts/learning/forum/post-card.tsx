// Card of a post: author, text, reactions and what its reader may do; replies stand a step to the right of what begins their thread.
import { CircleCheck, Reply } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/class-names.ts'
import { dateTime, near } from '../../../ui/format.ts'
import { Chip } from '../../../ui/marks/chip.tsx'
import { RichText } from '../../../ui/text/rich-text.tsx'
import { AuthorPicture, authorName } from './author.tsx'
import type { Drawn } from './drawn.ts'
import { PostForm, textOf } from './post-form.tsx'
import { PostMenu } from './post-menu.tsx'
import { placeOf, type Post, refreshTopic } from './queries.ts'
import { Reactions } from './reactions.tsx'

const HideDialog = laterDialog(() => import('./hide-dialog.tsx'))
const ReportDialog = laterDialog(() => import('./report-dialog.tsx'))
const VersionsDialog = laterDialog(() => import('./versions-dialog.tsx'))

export function PostCard({ post, files, ...drawn }: Drawn & { post: Post; files: ReadonlyMap<string, string> }) {
  const t = useTexts('forum')
  const { topic, readBefore, reading, target, onTarget, onShow, answered, onAnswer, onPost, nameOf } = drawn
  const { n, thread_n, parent_n, quote, author, body, state, edited_at, created_at, accepted, mine, can } = post
  const [opened, setOpened] = useState<'edit' | 'versions' | 'report' | 'hide'>()
  const root = useRef<HTMLElement>(null)
  const name = authorName(author, t)
  useLayoutEffect(() => {
    if (n === null || n !== target || !root.current) return
    const isTall = root.current.offsetHeight > window.innerHeight / 2
    root.current.scrollIntoView({ block: isTall ? 'start' : 'center' })
    root.current.focus({ preventScroll: true })
    onTarget()
    if (n > readBefore) reading.see(n)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: one watch for each number
  useLayoutEffect(() => {
    // also mine: the number up to which everything is read goes over them
    if (n === null || n <= readBefore) return
    const watch = reading.watch(n)
    watch(root.current)
    return () => watch(null)
  }, [n, readBefore])
  const isReply = n !== thread_n && n !== 1
  const isUnread = n !== null && !mine && n > readBefore && state === 'shown'
  const answering = answered?.n === n ? answered : undefined
  if (state === 'removed' && !can.restore)
    return (
      <p ref={root as never} tabIndex={-1} className={classes('px-4 py-2 text-small text-text-3', isReply && 'ml-10 max-tablet:ml-4')}>
        {t('removed')}
      </p>
    )
  return (
    <article
      ref={root}
      tabIndex={-1}
      aria-label={t('postOf', { name, time: dateTime(created_at) })}
      className={classes(
        'surface-card scroll-mt-28 p-4 outline-offset-2',
        isReply && 'ml-10 max-tablet:ml-4',
        accepted && '!border-ok',
        isUnread && 'bg-[color-mix(in_srgb,var(--accent-soft)_45%,var(--surface))]',
      )}
    >
      <div className="flex items-start gap-3">
        <AuthorPicture author={author} t={t} />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-semibold">
              <bdi>{name}</bdi>
            </span>
            {author.role && author.role !== 'student' && <Chip tone="info">{t(`role.${author.role}`)}</Chip>}
            {isUnread && <Chip tone="accent">{t('new')}</Chip>}
            {accepted && (
              <Chip tone="ok" icon={CircleCheck}>
                {t('answer')}
              </Chip>
            )}
            {state !== 'shown' && <Chip tone="warn">{t(`state.${state}`)}</Chip>}
          </p>
          <p className="tabular text-caption text-text-3">
            <time dateTime={created_at}>{near(created_at)}</time>
            {edited_at && ` · ${t('editedAt', { time: near(edited_at) })}`}
            {parent_n !== null && parent_n !== thread_n && parent_n !== 1 && (
              <>
                {' · '}
                <button type="button" className="underline underline-offset-2" onClick={() => onShow(parent_n)}>
                  {t('inReplyTo', { name: nameOf(parent_n) })}
                </button>
              </>
            )}
          </p>
        </div>
        <PostMenu
          post={post}
          topic={topic}
          name={name}
          onEdit={() => setOpened('edit')}
          onVersions={() => setOpened('versions')}
          onQuote={() => n !== null && onAnswer({ n, quote: true })}
          onReport={() => setOpened('report')}
          onHide={() => setOpened('hide')}
        />
      </div>
      {opened === 'edit' ? (
        <div className="mt-3">
          <PostForm
            thing={post.id}
            place={placeOf(topic)}
            label={t('text')}
            submit={t('save')}
            start={body}
            version={post.version}
            {...(topic.changes_wait && state === 'shown' && { note: t('changeWaits') })}
            send={async ({ body }, version) => {
              const { post: changed } = await call('PUT /api/posts/:id', { params: { id: post.id }, body: { body, version } })
              if (state === 'shown' && changed.state === 'waiting') toast({ text: t('changedWaits') })
              await refreshTopic(topic.id)
            }}
            onClose={() => setOpened(undefined)}
            autoFocus
          />
        </div>
      ) : (
        <div className="mt-2.5 space-y-2.5">
          {state === 'hidden' && (
            <p className="text-small text-text-2">{post.reason ? t('hiddenFor', { reason: post.reason }) : t('hiddenText')}</p>
          )}
          {quote && (
            <button
              type="button"
              onClick={() => onShow(quote.n)}
              className="block w-full rounded-card border-l-3 border-line-mid bg-sunken px-3 py-2 text-left text-small text-text-2"
            >
              <span className="font-medium">
                <bdi>{authorName(quote.author, t)}</bdi>
              </span>
              : {quote.text || t('removed')}
            </button>
          )}
          <RichText html={body} files={files} size="body" />
        </div>
      )}
      {state === 'shown' && n !== null && (
        <div className="mt-2.5 flex flex-wrap items-center gap-2">
          <Reactions post={post} topic={topic.id} />
          {can.reply && (
            <Button size="sm" variant="quiet" icon={Reply} action="post.reply" onClick={() => onAnswer({ n, quote: false })}>
              {t('reply')}
            </Button>
          )}
        </div>
      )}
      {answering && n !== null && (
        <div className="mt-3 border-t border-line pt-3">
          <PostForm
            thing={`reply ${post.id}`}
            place={placeOf(topic)}
            label={t('replyTo', { name })}
            submit={t('publish')}
            anonymous={topic.can.anonymous}
            quote={answering.quote ? { name, text: textOf(body) } : undefined}
            onUnquote={() => onAnswer({ n, quote: false })}
            send={(written) => onPost(written, answering)}
            onClose={() => onAnswer(undefined)}
            autoFocus
          />
        </div>
      )}
      {opened === 'hide' && <HideDialog topic={topic.id} post={post} onClose={() => setOpened(undefined)} />}
      {opened === 'report' && <ReportDialog topic={topic.id} post={post.id} onClose={() => setOpened(undefined)} />}
      {opened === 'versions' && <VersionsDialog post={post.id} current={body} onClose={() => setOpened(undefined)} />}
    </article>
  )
}
