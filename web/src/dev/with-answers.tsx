// Wrapper of exhibits whose components read: the answers of a server that is not there, and an address.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Texts } from '../i18n/texts.ts'
import { Routed } from './routed.tsx'
import { WithTexts } from './with-texts.tsx'

type Answered = { queryKey: readonly unknown[]; data: unknown }

/** The answer of a read. Fields that the component does not show may be missing. */
export const answered = <T,>(read: { queryKey: readonly unknown[]; queryFn?: unknown }, data: T): Answered => ({
  queryKey: read.queryKey,
  data,
})

export function WithAnswers({
  answers = [],
  at = '/',
  features,
  children,
}: {
  answers?: readonly Answered[]
  at?: string
  features: readonly (keyof Texts)[]
  children: ReactNode
}) {
  const [client] = useState(() => {
    const made = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } })
    for (const { queryKey, data } of answers) made.setQueryData(queryKey, data)
    return made
  })
  return (
    <QueryClientProvider client={client}>
      <Routed at={at}>
        <WithTexts features={features}>{children}</WithTexts>
      </Routed>
    </QueryClientProvider>
  )
}

/** Makes states of dialogs that have these answers and texts. */
export const dialogsWith =
  (answers: readonly Answered[], features: readonly (keyof Texts)[]) =>
  (dialog: ReactNode, press: { press?: string; until?: string } = {}) => ({
    alone: true as const,
    show: (
      <WithAnswers answers={answers} features={features}>
        {dialog}
      </WithAnswers>
    ),
    until: '[role=dialog]',
    ...press,
  })
