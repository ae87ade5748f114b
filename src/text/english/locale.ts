/** The English that is read and spoken. */
export type Locale = 'en_US' | 'en_GB'
