// The product and a school of its own, for each test of the flows.
import { inject } from 'vitest'
import { makeSchool, type School } from './school.ts'
import type { Address } from './start.ts'

/** The product that this run of the flows started. */
export const product = (): Address => inject('product')

/** A new school in it, for this test alone. */
export const newSchool = (name?: string): Promise<School> => makeSchool(product(), { name })
