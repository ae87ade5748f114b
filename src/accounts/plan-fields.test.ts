import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatPlanSetting, PLAN_FIELDS, type PlanLimits, parsePlanLimits, parsePlanSetting } from './plan-fields.ts'

describe('the fields of a plan', () => {
  test.each([
    ['charactersPerText', 5000],
    ['monthEnd', 'soft'],
    ['requestsPerSecond', null],
    ['concurrentStreams', null],
    ['queuedClips', 1],
    ['webhooks', false],
  ])('take %s %j', (name, value) => {
    expect(parsePlanLimits({ [name]: value })).toEqual({ [name]: value })
  })

  test.each([
    ['charactersPerText', 0, 'a whole number from 1 to 1000000'],
    ['charactersPerText', 1_000_001, 'a whole number from 1 to 1000000'],
    ['charactersPerText', null, 'a whole number from 1 to 1000000'],
    ['requestsPerSecond', 1.5, 'a whole number from 1 to 1000000 or none'],
    ['requestsPerSecond', '3', 'a whole number from 1 to 1000000 or none'],
    ['charactersPerMonth', 1e16, 'a whole number from 1 to 1000000000000000'],
    ['monthEnd', 'never', 'hard or soft'],
    ['monthEnd', null, 'hard or soft'],
    ['webhooks', 'true', 'yes or no'],
    ['clipLifetimeSeconds', 31_536_001, 'a whole number from 1 to 31536000'],
  ])('refuse %s %j', (name, value, expected) => {
    expect(() => parsePlanLimits({ [name]: value })).toThrow(
      `Cannot use limit ${name} ${JSON.stringify(value)}: expected ${expected}`,
    )
  })

  test.each(['speed', 'toString', '__proto__', 'constructor', ''])('do not include %j', (name) => {
    const fields = Object.fromEntries([[name, 1]])
    expect(() => parsePlanLimits(fields)).toThrow(`Cannot use limit ${name}: expected charactersPerText, `)
    expect(() => parsePlanLimits(Object.fromEntries([parsePlanSetting(`${name}=1`)]))).toThrow('Cannot use limit')
  })
})

describe('a setting as it is typed', () => {
  test.each([
    ['requestBurst=20', ['requestBurst', 20]],
    ['requestsPerSecond=none', ['requestsPerSecond', null]],
    ['monthEnd=none', ['monthEnd', 'none']],
    ['webhooks=no', ['webhooks', false]],
    ['webhooks=toString', ['webhooks', 'toString']],
    ['requestBurst=-1', ['requestBurst', '-1']],
    ['requestBurst', ['requestBurst', '']],
    ['charactersPerText=1e3', ['charactersPerText', '1e3']],
  ])('%s is %j', (text, setting) => {
    expect(parsePlanSetting(text)).toEqual(setting)
  })

  test('is read as it was printed, for every value that a plan can have', () => {
    const values = {
      count: fc.integer({ min: 1, max: 1_000_000 }),
      boolean: fc.boolean(),
      choice: fc.constantFrom('hard', 'soft'),
    }
    for (const [name, field] of Object.entries(PLAN_FIELDS)) {
      const value = 'nullable' in field ? fc.option(values[field.kind]) : values[field.kind]
      fc.assert(
        fc.property(value, (one) => {
          const setting = parsePlanSetting(formatPlanSetting(name, one as PlanLimits[keyof PlanLimits]))
          expect(setting).toEqual([name, one])
          expect(parsePlanLimits(Object.fromEntries([setting]))).toEqual({ [name]: one })
        }),
      )
    }
  })
})
