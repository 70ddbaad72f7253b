import { inject } from 'vitest'
import { makeSchool, type School } from './school.ts'
import type { Address } from './start.ts'

/** The product that this run of the flows started. */
export const product = (): Address => inject('product')

/** A school of this test's own in it. */
export const newSchool = (name?: string): Promise<School> => makeSchool(product(), { name })
