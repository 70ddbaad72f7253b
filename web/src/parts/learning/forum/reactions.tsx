// Reactions to a post: those that there are with their numbers, and a menu of the others.
import { Check, HeartHandshake, Laugh, Lightbulb, type LucideIcon, SmilePlus, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { classes } from '../../../ui/class-names.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { Menu } from '../../../ui/menus/menu.tsx'
import { problemText } from '../../base/errors/problem-text.ts'
import { type Post, refreshTopic } from './queries.ts'

type Name = Post['reactions'][number]['name']
const icons: Record<Name, LucideIcon> = { like: ThumbsUp, thanks: HeartHandshake, agree: Check, insight: Lightbulb, laugh: Laugh }
const names = Object.keys(icons) as Name[]

export function Reactions({ post, topic }: { post: Post; topic: string }) {
  const t = useTexts('forum')
  // what was pressed is shown at once, until the posts are read again
  const [pressed, setPressed] = useState<{ of: Post; reactions: Post['reactions'] }>()
  const reactions = (pressed?.of === post ? pressed : post).reactions.filter(({ count }) => count > 0)
  const react = async (name: Name, on: boolean) => {
    const known = reactions.filter((one) => one.name !== name)
    const count = (reactions.find((one) => one.name === name)?.count ?? 0) + (on ? 1 : -1)
    setPressed({ of: post, reactions: [...known, { name, count, mine: on }] })
    try {
      await call('PUT /api/posts/:id/reactions', { params: { id: post.id }, body: { name, on } })
      await refreshTopic(topic)
    } catch (error) {
      setPressed(undefined)
      toast({ text: problemText(error), error: true })
    }
  }
  const sorted = reactions.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
  return (
    <>
      {sorted.map(({ name, count, mine }) => {
        const Icon = icons[name]
        return (
          <button
            key={name}
            type="button"
            aria-pressed={mine}
            aria-label={t('reactionCount', { name: t(`reaction.${name}`), count })}
            aria-disabled={!post.can.react || undefined}
            title={t(`reaction.${name}`)}
            onClick={() => post.can.react && void react(name, !mine)}
            className={classes(
              'tabular inline-flex min-h-(--control-sm) items-center gap-1 rounded-full border px-2 text-small',
              mine ? 'border-accent bg-accent-soft text-accent-soft-text' : 'border-line-mid text-text-2 hover:bg-hover',
            )}
          >
            <Icon aria-hidden size={14} strokeWidth={1.75} />
            {count}
          </button>
        )
      })}
      {post.can.react && (
        <Menu
          trigger={{ kind: 'icon', props: { label: t('react'), icon: SmilePlus, size: 'sm' } }}
          groups={[
            {
              items: names.map((name) => {
                const mine = reactions.some((one) => one.name === name && one.mine)
                return { label: t(`reaction.${name}`), icon: icons[name], current: mine, onSelect: () => void react(name, !mine) }
              }),
            },
          ]}
        />
      )}
    </>
  )
}
