// Page on which a question is written: /course/{courseId}/questions#/{questionId} or …#/new/{type}, and the same below /user/questions.
import { useQuery } from '@tanstack/react-query'
import type { QuestionTypeName } from '@lyceum/activity/questions/question-types/api'
import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { bankQuery, banksQuery, questionQuery } from '../../parts/learning/banks/queries.ts'
import { isRefusal, nothingToShow } from '../../parts/base/errors/refusal.ts'
import { Refused } from '../../parts/base/errors/refused.tsx'
import { Region } from '../../parts/base/errors/region.tsx'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { PageWaiting } from '../../parts/base/page/page-waiting.tsx'
import { paths } from '../../paths.ts'
import { questionTypes } from '../../question-types.ts'
import { Bone } from '../../ui/states.tsx'
import { QuestionFrame } from './question-frame.tsx'

export default function QuestionPage() {
  const { id, questionId, type = '' } = useParams()
  const t = useTexts('banks')
  return (
    <Region whole at={`${questionId ?? type}`} title={t('questionFailed')} skeleton={<QuestionSkeleton />}>
      {questionId ? <Written course={id} question={questionId} /> : <Fresh key={type} course={id} type={type} />}
    </Region>
  )
}

function Written({ course, question }: { course: string | undefined; question: string }) {
  const { data, error, isFetchedAfterMount } = useQuery({
    ...questionQuery(question),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    throwOnError: nothingToShow,
  })
  const bank = useQuery({ ...bankQuery(data?.bank_id ?? ''), enabled: data !== undefined, throwOnError: nothingToShow })
  if (isRefusal(error)) return <NotHere error={error} />
  if (!data || !isFetchedAfterMount || !bank.data) return <QuestionSkeleton />
  return <QuestionFrame key={data.id} course={course} bank={bank.data} question={data} type={data.type} />
}

function Fresh({ course, type }: { course: string | undefined; type: string }) {
  const [search] = useSearchParams()
  const wanted = search.get('bank')
  // without one in the address the first that may be written in
  const banks = useQuery({ ...banksQuery(course), enabled: wanted === null, throwOnError: nothingToShow })
  const id = wanted ?? banks.data?.items.find(({ role }) => role === 'edit')?.id
  const bank = useQuery({ ...bankQuery(id ?? ''), enabled: id !== undefined, throwOnError: nothingToShow })
  const error = bank.error ?? banks.error
  if (!(type in questionTypes) || isRefusal(error)) return <NotHere error={error} />
  if (banks.data && id === undefined) return <Navigate to={paths.bank(course)} replace />
  if (!bank.data) return <QuestionSkeleton />
  return <QuestionFrame course={course} bank={bank.data} type={type as QuestionTypeName} folder={search.get('folder') ?? ''} />
}

function NotHere({ error }: { error: unknown }) {
  const t = useTexts('banks')
  return (
    <div className="px-4">
      <PageTitle title={t('question')} hidden />
      <Refused error={isRefusal(error) ? error : undefined} />
    </div>
  )
}

const QuestionSkeleton = () => (
  <PageWaiting className="grid gap-6 p-6 small:grid-cols-2">
    <Bone className="h-96" />
    <Bone className="h-96" />
  </PageWaiting>
)
