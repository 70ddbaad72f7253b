// A work of somebody who is not named, and what I say of it.
import { useQuery } from '@tanstack/react-query'
import { type Answer, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { useAddresses } from '../../parts/learning/work/addresses.ts'
import { invalidate, query, queryClient } from '../../queries.ts'
import { bytes } from '../../ui/format.ts'
import { RichText } from '../../ui/text/rich-text.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { useViewer } from '../../viewer/use-viewer.tsx'
import { ReviewForm } from './review-form.tsx'

type Review = Answer<'GET /api/peer-reviews/:id'>
const reviewQuery = (id: string) => query('GET /api/peer-reviews/:id', { params: { id } })

export function PeerReviewWork({ id, activity }: { id: string; activity: string }) {
  const { data, error, errorUpdatedAt, refetch } = useQuery(reviewQuery(id))
  if (error && !data) return <ReadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={3} />
  return (
    <div className="space-y-4 border-t border-line pt-4">
      <ReviewedWork review={data} />
      <ReviewForm
        id={`peer-${id}`}
        start={data}
        rubric={data.rubric}
        max={data.max}
        open={data.open}
        ports={{
          write: async ({ points, criteria, comment }, version, done) =>
            await call('PUT /api/peer-reviews/:id', {
              params: { id },
              body: { points, ...(data.rubric && { criteria }), comment, version, ...(done && { done }) },
            }),
          read: () => queryClient.fetchQuery({ ...reviewQuery(id), staleTime: 0 }),
          onSaved: (saved) => {
            queryClient.setQueryData<Review>(reviewQuery(id).queryKey, (before) => before && { ...before, ...(saved as Review) })
            queryClient.setQueryData<Answer<'GET /api/activities/:id/my-peer-reviews'>>(
              query('GET /api/activities/:id/my-peer-reviews', { params: { id: activity } }).queryKey,
              (list) =>
                list && {
                  ...list,
                  items: list.items.map((one) => (one.id === id ? { ...one, state: saved.state as Review['state'] } : one)),
                },
            )
            if (saved.state === 'done') void invalidate('GET /api/todo')
          },
        }}
      />
    </div>
  )
}

function ReviewedWork({ review: { number, text, files } }: { review: Review }) {
  const t = useTexts('evaluation')
  const addresses = useAddresses(files)
  const viewer = useViewer()
  const openable = files.flatMap(({ upload_id, name, grant }) => (grant ? [{ id: upload_id, name, grant }] : []))
  return (
    <article aria-label={t('work', { number })} className="space-y-2 rounded-card border border-line p-4">
      {text && <RichText html={text} files={addresses} size="body" />}
      {files.some(({ in_text }) => !in_text) && (
        <ul className="divide-y divide-line text-small">
          {files
            .filter(({ in_text }) => !in_text)
            .map((file) => (
              <li key={file.upload_id} className="flex min-h-9 items-center justify-between gap-3">
                {file.grant ? (
                  <button
                    type="button"
                    onClick={() => viewer.open(openable, file.upload_id)}
                    className="min-h-6 min-w-0 text-left break-words text-accent-text underline-offset-2 hover:underline"
                  >
                    {file.name}
                  </button>
                ) : (
                  <span className="min-w-0 break-words">{file.name}</span>
                )}
                <span className="tabular shrink-0 text-text-3">{bytes(file.size)}</span>
              </li>
            ))}
        </ul>
      )}
      {viewer.window}
    </article>
  )
}
