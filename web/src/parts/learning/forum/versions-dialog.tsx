// Dialog of a post's former texts, the newest first, each beside its time.
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTexts } from '../../../i18n.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { dateTime } from '../../../ui/format.ts'
import { RichText } from '../../../ui/text/rich-text.tsx'
import { Region } from '../../base/errors/region.tsx'
import { authorName } from './author.tsx'
import { versionsOf } from './queries.ts'

export default function VersionsDialog({ post, current, onClose }: { post: string; current: string; onClose: () => void }) {
  const t = useTexts('forum')
  return (
    <Dialog open onClose={onClose} width={720} top title={t('versions')}>
      <section>
        <h3 className="mb-1 font-semibold">{t('presentText')}</h3>
        <RichText html={current} size="body" />
      </section>
      <Region at={post} title={t('postsFailed')}>
        <Versions post={post} />
      </Region>
    </Dialog>
  )
}

function Versions({ post }: { post: string }) {
  const t = useTexts('forum')
  const { data } = useSuspenseQuery(versionsOf(post))
  return (
    <ul className="mt-4 divide-y divide-line">
      {data.items.map(({ n, body, by, at }) => (
        <li key={n} className="py-3">
          <p className="tabular mb-1 text-caption text-text-3">
            <bdi>{authorName(by, t)}</bdi> · {dateTime(at)}
          </p>
          <RichText html={body} size="body" />
        </li>
      ))}
    </ul>
  )
}
