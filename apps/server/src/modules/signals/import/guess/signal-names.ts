/** Names of quantities, most specific first. Each is matched against the words of a name, joined by spaces. */
export const NAMES: readonly (readonly [pattern: RegExp, apCode: string])[] = [
  [/\b(poa|plane of array|gti|tilted|inclined|global inclined|glob inc|g poa)\b(?!.*(temp|tmp))|(irr|solar|rad).*\btilt/, 'IrradiancePOA'],
  [/\brear\b.*irr|irr.*\brear\b/, 'IrradiancePOARear'],
  [/\b(ghi|global hor\w*|glob hor|horizontal global)\b|global cmp|\bg hor\b/, 'IrradianceGHI'],
  [/\b(dni|direct normal|beam)\b/, 'IrradianceDNI'],
  [/\b(dhi|diffuse( horizontal)?)\b/, 'IrradianceDHI'],
  [/\bdew\b/, 'DewPoint'],
  [/solar radiation down|\bssrd\b|\bglobal rad/, 'IrradianceGHI'],
  [
    /\b(mod|module|panel|pv|array|cell)\b.*\b(temp\w*|tmp)\b|\bt (mod|module|array|cell)\b|\b(temp\w*|tmp) (mod|module|panel|cell)\b|\btmod\b|\btarray\b/,
    'ModuleTemperature',
  ],
  [/\bgear\w*\b.*\bbear/, 'GearBearingTemperature'],
  [/\bgear\w*\b.*\boil/, 'GearOilTemperature'],
  [/\bgen\w*\b.*\bbear.*(temp|tmp)/, 'GeneratorBearingTemperature'],
  [/\bgen\w*\b.*(wind(ing)?|stator|phase).*(temp|tmp)/, 'GeneratorWindingTemperature'],
  [/\b(main|rotor)\b.*\bbear.*(temp|tmp)/, 'MainBearingTemperature'],
  [/\bnac\w*\b.*(temp|tmp)/, 'NacelleTemperature'],
  [/\b(inv|inverter|inveter|cabinet|wr)\b.*(temp|tmp)/, 'InverterTemperature'],
  [/\bheat ?sink/, 'HeatsinkTemperature'],
  [
    /\b(amb\w*|air|outdoor|outside|ot|dry bulb|ambient|2 ?m)\b.*(temp|tmp)|(temp\w*|tmp)\b.*\b(amb\w*|air|out\w*)|\bt amb\b|\btamb\b|\bambient$|\bot (avg|mean)\b|umgebungstemp|lufttemp|utetemp|\b(t|temp) 2 m\b/,
    'AmbientTemperature',
  ],
  [/\bpower factor\b|\bcos ?phi\b|\bpf\b/, 'PowerFactor'],
  [/\breact\w*\b|\bkvar\b|\bmvar\b|\bvar\b|\bq( avg| mean| tot\w*)?$/, 'ReactivePower'],
  [/\bdc\b.*\b(pow\w*|kw|w|p)\b|\b(pow\w*|pdc)\b.*\bdc\b|\bpdc\b/, 'DcPower'],
  [/\bdc\b.*\b(volt\w*|v|u)\b|\budc\b|\bvdc\b/, 'DcVoltage'],
  [/\bdc\b.*\b(curr\w*|amps?|i|a)\b|\bidc\b/, 'DcCurrent'],
  [/\bstring\b.*\b(curr\w*|i)\b/, 'StringCurrent'],
  [/\bstring\b.*\b(volt\w*|u|v)\b/, 'StringVoltage'],
  [/\b(volt\w*|u|v) (a ?b|l ?1 ?2|ab|12|l 1 l 2)\b/, 'VoltageAB'],
  [/\bfreq\w*\b|\bfac\b/, 'Frequency'],
  [/\b(curtail\w*|setpoint|set point|sollwert|dispatch)\b.*\b(pow\w*|kw|mw)\b|\bpow\w*\b.*\b(setpoint|set point)\b/, 'CurtailmentSetpoint'],
  [/\bexport limit\b/, 'ExportLimit'],
  [/\b(energy|energie|kwh|mwh|wh|prod\w*|yield|ertrag|generation|energi|e grid|e ac)\b/, 'ActiveEnergy'],
  [
    /\b(active power|activepower|ac power|power ac|pac|p ac|grid power|leistung|wirkleistung|puissance|effekt|pow\w*|kw|mw|generated|scadavalue|initialmw|meter|ac w)\b|\d p( (avg|mean|ac))?$|^p( (avg|mean|act|akt|tot\w*))?$|^pac\b/,
    'ActivePower',
  ],
  [/\b(wind ?gust|gust)\b/, 'WindGust'],
  [
    /\b(wind ?dir\w*|windrichtung|vindriktning|abs\w* (wind )?dir\w*|wd|wa)\b|\b(wind|hwd)\b.*\bdir|\bhwd\b|^direction \d+ m\b/,
    'WindDirection',
  ],
  [/\bvane\b|^va( (avg|mean))?$/, 'WindVane'],
  [
    /\b(wind ?sp\w*|wind ?vel\w*|windgeschwindigkeit|vindhastighet|vitesse( du)? vent|ws|hws|anemo\w*|wsp)\b|\bwind\b.*\b(sp\w*|vel\w*)\b|^v( wind)?$|^wind$|\bv wind\b|^speed \d+ m\b/,
    'WindSpeed',
  ],
  [
    /\bnac\w*\b.*\b(pos\w*|dir\w*|ang\w*|azi\w*)\b|\byaw( angle| pos\w*)?\b(?!.*(err|mis|unw|ope))|^ya( (avg|mean))?$|\bnacelle$/,
    'NacellePosition',
  ],
  [/\bpitch\b|\bblade\b.*\bang|^ba( (avg|mean))?$/, 'PitchAngleA'],
  [/\brotor\b.*\b(rpm|speed|rot\w*)\b|\brotor rpm\b/, 'RotorSpeed'],
  [/\bgen\w*\b.*\b(rpm|speed|rot\w*)\b/, 'GeneratorSpeed'],
  [/\b(baro\w*|air press\w*|surf\w* pres\w*|pres\w*|luftdruck|lufttryck)\b/, 'BarometricPressure'],
  [/\b(hum\w*|rh|feuchte|luftfukt\w*)\b/, 'RelativeHumidity'],
  [/\b(rain\w*|precip\w*|niederschlag|nederbörd)\b/, 'Rainfall'],
  [/\bsnow (depth|height)\b/, 'SnowDepth'],
  [/\b(soc|state of charge)\b/, 'StateOfCharge'],
  [/\b(soh|state of health)\b/, 'StateOfHealth'],
  [/\balbedo\b/, 'Albedo'],
  [/\b(price|rrp|preis|pris)\b/, 'Price'],
  [
    /^(?!.*\b(gni|uv|normal|net|reflected|long)\b).*\b(irr\w*|solar rad\w*|radiation|pyran\w*|insolation|einstrahlung|solinstrålning|ensoleillement)\b/,
    'IrradiancePOA',
  ],
  [/\b(alarm|event|error|fault|status)\b.*\b(code|cde|no|nr|id)\b/, 'EventCode'],
  [/\b(temp\w*|t|temperatur)$/, 'AmbientTemperature'],
];

/** Words that make a column something else than a measured mean. */
export const STATISTICS: readonly (readonly [pattern: RegExp, calcType: string])[] = [
  [/\b(sd|std|stddev|stdev|std dev|sigma|standard deviation|stdabw)\b/, 'StdDev'],
  [/\b(min|minimum)\b/, 'Min'],
  [/\b(max|maximum)\b/, 'Max'],
];
export const MODELLED =
  /\b(forecast\w*|fcst|predict\w*|prognos\w*|expected|model\w*|sim|simulat\w*|theor\w*|potential|possible|clear ?sky|csky|clear|pvlib|psm|merra\w*|era|cerra|sarah|reanalysis|budget|target|tmy)\b|^true\b/;
export const FORECAST = /\b(forecast\w*|fcst|predict\w*|prognos\w*|uigf)\b/;
export const SETPOINT = /\b(setpoint|set point|sollwert)\b/;
export const NO_QUANTITY =
  /\b(availability|curtailment loss|loss(es)?|lost|duration|timeon|counts?|quality|flag|category|id|lat\w*|lon\w*|zenith|azimuth|elevation|aoi|equation of time|turbulence|error|uncertainty|factor|ratio|efficiency|category|sequence|index|row|scale)\b/;
