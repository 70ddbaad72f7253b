// The reviews that a work got from other students, for who marks it: each can be set aside, so that its student does not see it and it counts nowhere.
import { useQuery } from '@tanstack/react-query'
import { type Answer, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { invalidate, query, queryClient } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { authorName } from './queries.ts'

type Reviews = Answer<'GET /api/submissions/:id/peer-reviews'>
type Review = Reviews['items'][number]
const reviewsQuery = (id: string) => query('GET /api/submissions/:id/peer-reviews', { params: { id } })

export function ReceivedReviews({ submission, max }: { submission: string; max: string | null }) {
  const t = useTexts('marking')
  const { data } = useQuery({ ...reviewsQuery(submission), staleTime: 60_000 })
  if (!data || data.items.length === 0) return null
  const setAside = async (review: Review, aside: boolean) => {
    try {
      const changed = await call('PUT /api/peer-reviews/:id/set-aside', { params: { id: review.id }, body: { set_aside: aside } })
      queryClient.setQueryData<Reviews>(
        reviewsQuery(submission).queryKey,
        (list) => list && { items: list.items.map((one) => (one.id === changed.id ? changed : one)) },
      )
      toast({
        text: t(aside ? 'reviewSetAside' : 'reviewCounts'),
        ...(aside && { action: { label: t('undo'), run: () => void setAside(changed, false) } }),
      })
      await invalidate('GET /api/activities/:id/evaluation')
    } catch (error) {
      toast({ text: problemText(error), error: true })
    }
  }
  return (
    <section aria-label={t('reviews')} className="space-y-2 px-4 py-3">
      <h3 className="text-body font-semibold">{t('reviews')}</h3>
      <ul className="space-y-2">
        {data.items.map((review) => (
          <li key={review.id} className="rounded-control border border-line p-2 text-small">
            <p className="flex flex-wrap items-center gap-2">
              <span className="min-w-0 flex-1 font-medium wrap-break-word">{authorName(review.reviewer, t) || t('somebody')}</span>
              {review.set_aside && <Chip tone="neutral">{t('isSetAside')}</Chip>}
              {review.points !== null && <span className="tabular">{max === null ? review.points : `${review.points} / ${max}`}</span>}
            </p>
            {review.state === 'done' ? (
              <>
                {review.comment && <p className="mt-1 whitespace-pre-wrap wrap-break-word">{review.comment}</p>}
                <Button variant="link" onClick={() => void setAside(review, !review.set_aside)}>
                  {t(review.set_aside ? 'countAgain' : 'setAside')}
                </Button>
              </>
            ) : (
              <p className="text-text-3">{t('reviewOpen')}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
