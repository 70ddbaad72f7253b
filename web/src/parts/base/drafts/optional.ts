// Parts of a form that it can do without: where their code does not load, as without a connection, they show nothing.
import { lazy, type ReactNode } from 'react'

type Part<P> = { default: (props: P) => ReactNode }

export const optional = <P extends object>(load: () => Promise<Part<P>>) =>
  lazy(() => load().catch((): Part<P> => ({ default: () => null })))
