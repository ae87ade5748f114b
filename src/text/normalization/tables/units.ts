/** A unit in the singular and the plural. */
export type Unit = { readonly one: string; readonly many: string }

/** Written form, then the spoken one where the plural is regular, else `one/many`. Longer phrases use `_`. */
const TABLE =
  'km=kilometer m=meter cm=centimeter mm=millimeter nm=nanometer μm=micrometer um=micrometer mi=mile yd=yard yds=yard ft=foot/feet in=inch/inches inch=inch/inches ' +
  'kg=kilogram g=gram mg=milligram μg=microgram mcg=microgram t=metric_ton lb=pound lbs=pound oz=ounce st=stone/stone ' +
  'l=liter L=liter ml=milliliter mL=milliliter cl=centiliter dl=deciliter gal=gallon qt=quart pt=pint tsp=teaspoon tbsp=tablespoon Tbsp=tablespoon cup=cup ' +
  'h=hour hr=hour hrs=hour min=minute mins=minute s=second sec=second secs=second ms=millisecond μs=microsecond ns=nanosecond yr=year yrs=year wk=week wks=week mo=month mos=month ' +
  'km/h=kilometer_per_hour/kilometers_per_hour kph=kilometer_per_hour/kilometers_per_hour kmh=kilometer_per_hour/kilometers_per_hour mph=mile_per_hour/miles_per_hour ' +
  'fps=frame_per_second/frames_per_second rpm=R_P_M/R_P_M bpm=beat_per_minute/beats_per_minute mpg=mile_per_gallon/miles_per_gallon dpi=dot_per_inch/dots_per_inch ppm=part_per_million/parts_per_million ' +
  'Hz=hertz/hertz kHz=kilohertz/kilohertz MHz=megahertz/megahertz GHz=gigahertz/gigahertz THz=terahertz/terahertz ' +
  'V=volt kV=kilovolt mV=millivolt W=watt kW=kilowatt MW=megawatt GW=gigawatt TW=terawatt mW=milliwatt A=amp mA=milliamp mAh=milliamp_hour Ah=amp_hour ' +
  'Wh=watt_hour kWh=kilowatt_hour MWh=megawatt_hour GWh=gigawatt_hour TWh=terawatt_hour J=joule kJ=kilojoule cal=calorie kcal=kilocalorie N=newton Nm=newton_meter hp=horsepower/horsepower ' +
  'Pa=pascal hPa=hectopascal kPa=kilopascal bar=bar mbar=millibar psi=P_S_I/P_S_I dB=decibel Ω=ohm kΩ=kilohm lm=lumen lx=lux/lux ' +
  'B=byte KB=kilobyte kB=kilobyte MB=megabyte GB=gigabyte TB=terabyte PB=petabyte bit=bit kbps=kilobit_per_second/kilobits_per_second Mbps=megabit_per_second/megabits_per_second ' +
  'Gbps=gigabit_per_second/gigabits_per_second Mb=megabit Gb=gigabit GiB=gibibyte MiB=mebibyte px=pixel pt=point pts=point MP=megapixel ' +
  'ha=hectare ac=acre sqft=square_foot/square_feet sqm=square_meter ' +
  '°C=degree_celsius/degrees_celsius °F=degree_fahrenheit/degrees_fahrenheit °K=degree_kelvin/degrees_kelvin °=degree °N=degree_north/degrees_north °S=degree_south/degrees_south °E=degree_east/degrees_east °W=degree_west/degrees_west ' +
  'm²=square_meter km²=square_kilometer cm²=square_centimeter mm²=square_millimeter ft²=square_foot/square_feet in²=square_inch/square_inches mi²=square_mile ' +
  'm³=cubic_meter km³=cubic_kilometer cm³=cubic_centimeter mm³=cubic_millimeter ft³=cubic_foot/cubic_feet in³=cubic_inch/cubic_inches ' +
  'm^2=square_meter km^2=square_kilometer m^3=cubic_meter cc=C_C/C_C %=percent/percent ‰=per_mille/per_mille ′=foot/feet ″=inch/inches "=inch/inches \'=foot/feet'

function readTable(): ReadonlyMap<string, Unit> {
  const entries = TABLE.split(' ').map((entry): readonly [string, Unit] => {
    const cut = entry.indexOf('=', 1)
    const written = entry.slice(0, cut)
    const [one, many] = entry
      .slice(cut + 1)
      .replaceAll('_', ' ')
      .split(/\/(?=[a-zA-Z])/) as [string, string?]
    return [written, { one, many: many ?? `${one}s` }]
  })
  return new Map(entries)
}

/** Units by their written form; case counts (`mW`, `MW`). */
export const UNITS: ReadonlyMap<string, Unit> = readTable()

/** Written forms that are everyday words or letters and need more than a number before them. */
export const AMBIGUOUS_UNITS: ReadonlySet<string> = new Set(
  'in st a A t h s m l g V N J W B L bar bit cup pt ac'.split(' '),
)

/** The unit of a written form, `km/h` and `g/cm³` taken apart, or undefined. */
export function findUnit(written: string): Unit | undefined {
  const known = UNITS.get(written) ?? UNITS.get(written.replace(/\.$/, ''))
  if (known !== undefined) return known
  const [over, under, more] = written.split('/')
  if (over === undefined || under === undefined || more !== undefined) return undefined
  const [top, bottom] = [UNITS.get(over), UNITS.get(under) ?? PER.get(under)]
  if (top === undefined || bottom === undefined) return undefined
  return { one: `${top.one} per ${bottom.one}`, many: `${top.many} per ${bottom.one}` }
}

const named = (word: string): Unit => ({ one: word, many: `${word}s` })
const PER: ReadonlyMap<string, Unit> = new Map(
  'day week month year hour minute second person night gallon liter s²=second_squared'
    .split(' ')
    .map((entry) => entry.split('='))
    .map(([written, word = written]) => [written!, named(word!.replaceAll('_', ' '))] as const),
)
