/** A currency: its main unit and, if people use one, its hundredth. */
export type Currency = { readonly one: string; readonly many: string; readonly cent?: string; readonly cents?: string }

const DOLLAR: Currency = { one: 'dollar', many: 'dollars', cent: 'cent', cents: 'cents' }
const POUND: Currency = { one: 'pound', many: 'pounds', cent: 'penny', cents: 'pence' }
const EURO: Currency = { one: 'euro', many: 'euros', cent: 'cent', cents: 'cents' }
const YEN: Currency = { one: 'yen', many: 'yen' }
const RUPEE: Currency = { one: 'rupee', many: 'rupees', cent: 'paisa', cents: 'paise' }
const WON: Currency = { one: 'won', many: 'won' }
const RUBLE: Currency = { one: 'ruble', many: 'rubles' }
const LIRA: Currency = { one: 'lira', many: 'lira' }
const YUAN: Currency = { one: 'yuan', many: 'yuan' }
const BITCOIN: Currency = { one: 'bitcoin', many: 'bitcoins' }

function dollarsOf(country: string): Currency {
  return { one: `${country} dollar`, many: `${country} dollars`, cent: 'cent', cents: 'cents' }
}

/** Currencies by sign and by ISO 4217 code. */
export const CURRENCIES: ReadonlyMap<string, Currency> = new Map(
  Object.entries({
    $: DOLLAR,
    R$: { one: 'real', many: 'reais' },
    US$: dollarsOf('U S'),
    USD: dollarsOf('U S'),
    C$: dollarsOf('canadian'),
    CA$: dollarsOf('canadian'),
    CAD: dollarsOf('canadian'),
    A$: dollarsOf('australian'),
    AU$: dollarsOf('australian'),
    AUD: dollarsOf('australian'),
    NZ$: dollarsOf('new zealand'),
    NZD: dollarsOf('new zealand'),
    HK$: dollarsOf('hong kong'),
    HKD: dollarsOf('hong kong'),
    S$: dollarsOf('singapore'),
    SGD: dollarsOf('singapore'),
    '£': POUND,
    GBP: POUND,
    '€': EURO,
    EUR: EURO,
    '¥': YEN,
    JPY: YEN,
    '₹': RUPEE,
    INR: RUPEE,
    '₩': WON,
    KRW: WON,
    '₽': RUBLE,
    RUB: RUBLE,
    '₺': LIRA,
    TRY: LIRA,
    CNY: YUAN,
    RMB: YUAN,
    '₿': BITCOIN,
    BTC: BITCOIN,
    MX$: { one: 'mexican peso', many: 'mexican pesos' },
    NT$: { one: 'taiwan dollar', many: 'taiwan dollars' },
    Rs: RUPEE,
    zl: { one: 'zloty', many: 'zlotys' },
    kr: { one: 'krone', many: 'kroner' },
    Rp: { one: 'rupiah', many: 'rupiah' },
    RM: { one: 'ringgit', many: 'ringgit' },
    AED: { one: 'dirham', many: 'dirhams' },
    THB: { one: 'baht', many: 'baht' },
    '฿': { one: 'baht', many: 'baht' },
    SAR: { one: 'riyal', many: 'riyals' },
    NGN: { one: 'naira', many: 'naira' },
    '₦': { one: 'naira', many: 'naira' },
    KES: { one: 'kenyan shilling', many: 'kenyan shillings' },
    EGP: { one: 'egyptian pound', many: 'egyptian pounds' },
    IDR: { one: 'rupiah', many: 'rupiah' },
    MYR: { one: 'ringgit', many: 'ringgit' },
    PHP: { one: 'philippine peso', many: 'philippine pesos' },
    VND: { one: 'dong', many: 'dong' },
    ILS: { one: 'shekel', many: 'shekels' },
    UAH: { one: 'hryvnia', many: 'hryvnias' },
    HUF: { one: 'forint', many: 'forints' },
    CZK: { one: 'czech koruna', many: 'czech korunas' },
    RON: { one: 'leu', many: 'lei' },
    BRL: { one: 'brazilian real', many: 'brazilian reais' },
    ARS: { one: 'argentine peso', many: 'argentine pesos' },
    CLP: { one: 'chilean peso', many: 'chilean pesos' },
    COP: { one: 'colombian peso', many: 'colombian pesos' },
    PKR: { one: 'pakistani rupee', many: 'pakistani rupees' },
    TWD: { one: 'taiwan dollar', many: 'taiwan dollars' },
    ETH: { one: 'ether', many: 'ether' },
    CHF: { one: 'swiss franc', many: 'swiss francs' },
    SEK: { one: 'swedish krona', many: 'swedish kronor' },
    NOK: { one: 'norwegian krone', many: 'norwegian kroner' },
    DKK: { one: 'danish krone', many: 'danish kroner' },
    PLN: { one: 'zloty', many: 'zlotys' },
    MXN: { one: 'mexican peso', many: 'mexican pesos' },
    ZAR: { one: 'rand', many: 'rand' },
    '₴': { one: 'hryvnia', many: 'hryvnias' },
    '₪': { one: 'shekel', many: 'shekels' },
    '₫': { one: 'dong', many: 'dong' },
    '₱': { one: 'peso', many: 'pesos' },
  }),
)

/** Powers of ten as they are written behind an amount. `m` counts as a million only behind money. */
export const SCALES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    k: 'thousand',
    thousand: 'thousand',
    grand: 'grand',
    m: 'million',
    mn: 'million',
    mm: 'million',
    mln: 'million',
    bln: 'billion',
    mil: 'million',
    million: 'million',
    bn: 'billion',
    b: 'billion',
    billion: 'billion',
    t: 'trillion',
    tn: 'trillion',
    trn: 'trillion',
    trillion: 'trillion',
    quadrillion: 'quadrillion',
    lakh: 'lakh',
    lakhs: 'lakh',
    crore: 'crore',
    crores: 'crore',
    cr: 'crore',
    hundred: 'hundred',
    dozen: 'dozen',
  }),
)
