<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>QObject</name>
    <message>
        <source>Difference of two networks</source>
        <translation>Differenz zweier Netze</translation>
    </message>
    <message>
        <source>second − first</source>
        <translation>zweites − erstes</translation>
    </message>
    <message>
        <source>Explanations</source>
        <translation>Erklärungen</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>%1 − %2</source>
        <translation>%1 − %2</translation>
    </message>
    <message>
        <source>input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>%1 (mean of %2)</source>
        <translation>%1 (Mittel aus %2)</translation>
    </message>
    <message>
        <source>Validation loss of the runs</source>
        <translation>Validierungsverlust der Läufe</translation>
    </message>
    <message>
        <source>cross-entropy (nats)</source>
        <translation>Kreuzentropie (nat)</translation>
    </message>
    <message>
        <source>Validation accuracy of the runs</source>
        <translation>Validierungsgenauigkeit der Läufe</translation>
    </message>
    <message>
        <source>share that is right</source>
        <translation>Anteil richtiger Antworten</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>time (s)</source>
        <translation>Zeit (s)</translation>
    </message>
    <message>
        <source>best validation accuracy</source>
        <translation>beste Validierungsgenauigkeit</translation>
    </message>
    <message>
        <source> (log)</source>
        <translation> (log.)</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>%1 … %2</source>
        <translation>%1 … %2</translation>
    </message>
    <message>
        <source>−%1 … %1</source>
        <translation>−%1 … %1</translation>
    </message>
    <message>
        <source>%1 × padding: %2</source>
        <translation>%1 × Padding: %2</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>Padding</translation>
    </message>
    <message>
        <source>Training loss of the runs</source>
        <translation>Trainingsverlust der Läufe</translation>
    </message>
    <message>
        <source>Learning rate of the runs</source>
        <translation>Lernrate der Läufe</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Gradient norm of the runs</source>
        <translation>Gradientennorm der Läufe</translation>
    </message>
    <message>
        <source>L2 norm before clipping</source>
        <translation>L2-Norm vor dem Clipping</translation>
    </message>
    <message>
        <source>time (s), spread evenly over the steps</source>
        <translation>Zeit (s), gleichmäßig auf die Schritte verteilt</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>share of the importance</source>
        <translation>Anteil an der Wichtigkeit</translation>
    </message>
    <message>
        <source>Two groups of runs</source>
        <translation>Zwei Gruppen von Läufen</translation>
    </message>
    <message>
        <source>Difference of the means %1. An interval needs two seeds in each group.</source>
        <translation>Differenz der Mittel %1. Ein Intervall braucht zwei Seeds je Gruppe.</translation>
    </message>
    <message>
        <source>Difference of the means %1, 95 % interval %2 to %3%4 (%5).</source>
        <translation>Differenz der Mittel %1, 95-%-Intervall %2 bis %3%4 (%5).</translation>
    </message>
    <message>
        <source>, p = %1</source>
        <translation>, p = %1</translation>
    </message>
    <message>
        <source>; the runs do not vary</source>
        <translation>; die Läufe streuen nicht</translation>
    </message>
    <message>
        <source>Beware: the runs have learned from different data (%1).</source>
        <translation>Vorsicht: Die Läufe haben von verschiedenen Daten gelernt (%1).</translation>
    </message>
    <message>
        <source>all but equal: %1</source>
        <translation>fast gleich: %1</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>and %1 more, which a higher figure shows</source>
        <translation>und %1 weitere, die eine höhere Abbildung zeigt</translation>
    </message>
    <message>
        <source>Importance of the settings</source>
        <translation>Wichtigkeit der Einstellungen</translation>
    </message>
    <message>
        <source>%1, within chance</source>
        <translation>%1, im Bereich des Zufalls</translation>
    </message>
    <message>
        <source>How much the values of a setting in the best %1 of %2 runs (quantile γ = %3) differ from those in all of them: V = γ² Σ p(x) (p_best(x) / p(x) − 1)², with p and p_best by Parzen estimators (Scott&apos;s rule, a uniform prior), as shares of the sum (PED-ANOVA, Watanabe et al. 2023).</source>
        <translation>Wie stark sich die Werte einer Einstellung bei den besten %1 von %2 Läufen (Quantil γ = %3) von denen bei allen unterscheiden: V = γ² Σ p(x) (p_best(x) / p(x) − 1)², p und p_best aus Parzen-Schätzern (Scotts Regel, gleichverteilter Prior); angegeben als Anteile an der Summe (PED-ANOVA, Watanabe et al. 2023).</translation>
    </message>
    <message>
        <source>Grey: what chance reaches. V stays below it in %1 % of %2 permutations of the results over the runs.</source>
        <translation>Grau: was der Zufall erreicht. Bei %1 % von %2 Permutationen der Ergebnisse über die Läufe bleibt V darunter.</translation>
    </message>
    <message>
        <source>Left out, since nothing that these runs learn depends on it: %1.</source>
        <translation>Ausgelassen, weil nichts, was diese Läufe lernen, davon abhängt: %1.</translation>
    </message>
    <message>
        <source>Left out, since all runs that depend on it have the same value: %1.</source>
        <translation>Ausgelassen, weil alle Läufe, die davon abhängen, denselben Wert haben: %1.</translation>
    </message>
    <message>
        <source>The best runs have the same values as all runs: no setting stands out.</source>
        <translation>Die besten Läufe haben dieselben Werte wie alle Läufe: Keine Einstellung sticht hervor.</translation>
    </message>
    <message>
        <source>1 run is left out: its settings, seeds and data are those of another run.</source>
        <translation>1 Lauf ist ausgelassen: Seine Einstellungen, Seeds und Daten sind die eines anderen Laufs.</translation>
    </message>
    <message>
        <source>%1 runs are left out: their settings, seeds and data are those of other runs.</source>
        <translation>%1 Läufe sind ausgelassen: Ihre Einstellungen, Seeds und Daten sind die anderer Läufe.</translation>
    </message>
    <message>
        <source>mean %1, n = %2 seed</source>
        <translation>Mittel %1, n = %2 Seed</translation>
    </message>
    <message>
        <source>mean %1, n = %2 seeds</source>
        <translation>Mittel %1, n = %2 Seeds</translation>
    </message>
    <message>
        <source>A group has several runs of a seed (%1 runs in the first group, %2 in the second): their mean is the value of the seed.</source>
        <translation>Eine Gruppe hat mehrere Läufe eines Seeds (%1 Läufe in der ersten Gruppe, %2 in der zweiten): Ihr Mittel ist der Wert des Seeds.</translation>
    </message>
    <message>
        <source>Left out, since they are not finished: %1.</source>
        <translation>Ausgelassen, weil nicht beendet: %1.</translation>
    </message>
    <message>
        <source>Beware: without the runs that failed the others may look better than their settings are.</source>
        <translation>Vorsicht: Ohne die fehlgeschlagenen Läufe können die anderen besser aussehen, als ihre Einstellungen sind.</translation>
    </message>
    <message>
        <source>The importance of settings needs at least %1 finished runs; found %2.</source>
        <translation>Die Wichtigkeit der Einstellungen braucht mindestens %1 beendete Läufe; gefunden: %2.</translation>
    </message>
    <message>
        <source>%1 − I</source>
        <translation>%1 − I</translation>
    </message>
    <message>
        <source>explains the loss</source>
        <translation>erklärt den Verlust</translation>
    </message>
    <message>
        <source>position %1</source>
        <translation>Position %1</translation>
    </message>
    <message>
        <source>class %1</source>
        <translation>Klasse %1</translation>
    </message>
    <message>
        <source>image %1</source>
        <translation>Bild %1</translation>
    </message>
    <message>
        <source>explains %1</source>
        <translation>erklärt %1</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <source>layers %1 to %2</source>
        <translation>Schichten %1 bis %2</translation>
    </message>
    <message>
        <source>residual %1</source>
        <translation>Residualanteil %1</translation>
    </message>
    <message>
        <source>largest of the heads</source>
        <translation>größter der Köpfe</translation>
    </message>
    <message>
        <source>smallest of the heads</source>
        <translation>kleinster der Köpfe</translation>
    </message>
    <message>
        <source>signed</source>
        <translation>mit Vorzeichen</translation>
    </message>
    <message>
        <source>A group has no finished run yet.</source>
        <translation>Eine Gruppe hat noch keinen beendeten Lauf.</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>Teilabbildungen</translation>
    </message>
    <message>
        <source>Picture %1</source>
        <translation>Bild %1</translation>
    </message>
    <message>
        <source>Fourier spectrum of the embedding</source>
        <translation>Fourier-Spektrum des Embeddings</translation>
    </message>
    <message>
        <source>Shares of the variance of the numbers&apos; vectors by frequency k: what repeats k times from 0 to %1 (Nanda et al. 2023)</source>
        <translation>Anteile an der Varianz der Vektoren der Zahlen nach der Frequenz k: was sich von 0 bis %1 k-mal wiederholt (Nanda et al. 2023)</translation>
    </message>
    <message>
        <source>The largest %1 of %2 hold %3 %</source>
        <translation>Die größten %1 von %2 machen zusammen %3 % aus</translation>
    </message>
    <message>
        <source>Finished runs that are left out, since they have no epoch behind them: %1.</source>
        <translation>Beendete Läufe ohne abgeschlossene Epoche, daher ausgelassen: %1.</translation>
    </message>
    <message>
        <source>Student&apos;s t-test of the differences, paired by seed, degrees of freedom: %1</source>
        <translation>Student-t-Test der Differenzen, gepaart nach Seed, Freiheitsgrade: %1</translation>
    </message>
    <message>
        <source>Welch&apos;s t-test, as the seeds do not pair, degrees of freedom: %1</source>
        <translation>Welch-t-Test, da die Seeds keine Paare bilden, Freiheitsgrade: %1</translation>
    </message>
    <message>
        <source>%1 everywhere</source>
        <translation>%1 überall</translation>
    </message>
    <message>
        <source>There are no two groups to compare: choose two that have runs, or train runs that differ in a setting.</source>
        <translation>Es gibt keine zwei Gruppen zum Vergleichen: zwei Gruppen mit Läufen wählen oder Läufe trainieren, die sich in einer Einstellung unterscheiden.</translation>
    </message>
    <message>
        <source> · bands: ±1 standard deviation</source>
        <translation> · Bänder: ±1 Standardabweichung</translation>
    </message>
    <message>
        <source>Beware: these two groups of %1 were chosen because their means are the highest, and neither the interval nor p is corrected for that choice.</source>
        <translation>Vorsicht: Diese zwei von %1 Gruppen wurden gewählt, weil ihre Mittelwerte die höchsten sind; weder das Intervall noch p ist dafür korrigiert.</translation>
    </message>
    <message>
        <source>each map in its unit</source>
        <translation>jede Karte in ihrer Einheit</translation>
    </message>
    <message>
        <source>Best validation accuracy by setting</source>
        <translation>Beste Validierungsgenauigkeit je Einstellung</translation>
    </message>
    <message>
        <source>explain the loss</source>
        <translation>erklären den Verlust</translation>
    </message>
    <message>
        <source>explain %1</source>
        <translation>erklären %1</translation>
    </message>
</context>
<context>
    <name>attx</name>
    <message>
        <source>preset</source>
        <translation>Vorlage</translation>
    </message>
    <message>
        <source>on</source>
        <extracomment>The value of a setting that has a box to tick.</extracomment>
        <translation>an</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>A picture of %1 × %2 pixels is too large. Choose a smaller size or scale.</source>
        <translation>Ein Bild von %1 × %2 Pixeln ist zu groß. Eine kleinere Größe oder Skalierung wählen.</translation>
    </message>
    <message>
        <source>Cannot make a picture of &quot;%1&quot;: there was not enough memory. Choose a smaller size or scale.</source>
        <translation>Das Bild „%1“ ließ sich nicht erzeugen: Der Speicher reicht nicht. Eine kleinere Größe oder Skalierung wählen.</translation>
    </message>
    <message>
        <source>Made by Attention Explorer</source>
        <translation>Erstellt mit Attention Explorer</translation>
    </message>
    <message>
        <source>Cannot export to &quot;%1&quot;: its name must end in one of .%2.</source>
        <translation>„%1“ lässt sich nicht exportieren: Der Name muss auf .%2 enden.</translation>
    </message>
    <message>
        <source>Cannot copy the picture: there was not enough memory.</source>
        <translation>Das Bild ließ sich nicht kopieren: Der Speicher reicht nicht.</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>Kopf %1</translation>
    </message>
    <message>
        <source>Layer %1, Head %2</source>
        <translation>Schicht %1, Kopf %2</translation>
    </message>
    <message>
        <source>key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>query</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>%1, validation</source>
        <translation>%1, Validierung</translation>
    </message>
    <message>
        <source>factor</source>
        <translation>Faktor</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>gradient norm</source>
        <translation>Gradientennorm</translation>
    </message>
    <message>
        <source>Attention of every layer and head</source>
        <translation>Attention aller Schichten und Köpfe</translation>
    </message>
    <message>
        <source>attention weight</source>
        <translation>Attention-Gewicht</translation>
    </message>
    <message>
        <source>Head importance</source>
        <translation>Wichtigkeit der Köpfe</translation>
    </message>
    <message>
        <source>head</source>
        <translation>Kopf</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Increase of validation loss</source>
        <translation>Zunahme des Validierungsverlusts</translation>
    </message>
    <message>
        <source>Decrease of accuracy</source>
        <translation>Abnahme der Genauigkeit</translation>
    </message>
    <message>
        <source>Attention of layer %1, head %2</source>
        <translation>Attention von Schicht %1, Kopf %2</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>cross-entropy (nats)</source>
        <translation>Kreuzentropie (nat)</translation>
    </message>
    <message>
        <source>chance level</source>
        <translation>Zufallsniveau</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>planned</source>
        <translation>geplant</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>clipped above</source>
        <translation>darüber begrenzt</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>Gradientennorm</translation>
    </message>
    <message>
        <source>norm before clipping</source>
        <translation>Norm vor dem Clipping</translation>
    </message>
    <message>
        <source>Positional encoding over hidden dimensions</source>
        <translation>Positionskodierung je Dimension</translation>
    </message>
    <message>
        <source>Position in sequence</source>
        <translation>Position in der Sequenz</translation>
    </message>
    <message>
        <source>Hidden dimension</source>
        <translation>Verborgene Dimension</translation>
    </message>
    <message>
        <source>positional encoding</source>
        <translation>Positionskodierung</translation>
    </message>
    <message>
        <source>Similarity of positions, P Pᵀ</source>
        <translation>Ähnlichkeit der Positionen, P Pᵀ</translation>
    </message>
    <message>
        <source>dot product of two encodings</source>
        <translation>Skalarprodukt zweier Positionskodierungen</translation>
    </message>
    <message>
        <source>Positional encoding in chosen hidden dimensions</source>
        <translation>Positionskodierung in gewählten verborgenen Dimensionen</translation>
    </message>
    <message>
        <source>Hidden dimension %1</source>
        <translation>Verborgene Dimension %1</translation>
    </message>
    <message>
        <source>Positional encoding</source>
        <translation>Positionskodierung</translation>
    </message>
    <message>
        <source>dimension %1</source>
        <translation>Dimension %1</translation>
    </message>
    <message>
        <source>Learning rate schedule</source>
        <translation>Zeitplan der Lernrate</translation>
    </message>
    <message>
        <source>learning-rate factor</source>
        <translation>Faktor der Lernrate</translation>
    </message>
    <message>
        <source>no such set</source>
        <translation>keine solche Menge</translation>
    </message>
    <message>
        <source>Mistakes (grey: no such set)</source>
        <translation>Fehler (grau: keine solche Menge)</translation>
    </message>
    <message>
        <source>class of the others</source>
        <translation>Klasse der übrigen</translation>
    </message>
    <message>
        <source>class of the odd one</source>
        <translation>Klasse des Ausreißers</translation>
    </message>
    <message>
        <source>Confusion between classes</source>
        <translation>Verwechslung der Klassen</translation>
    </message>
    <message>
        <source>share of mistakes</source>
        <translation>Anteil der Fehler</translation>
    </message>
    <message>
        <source>per map</source>
        <translation>je Karte</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>gemeinsam</translation>
    </message>
    <message>
        <source>log</source>
        <translation>log.</translation>
    </message>
    <message>
        <source> heads</source>
        <translation> Köpfe</translation>
    </message>
    <message>
        <source> head</source>
        <translation> Kopf</translation>
    </message>
    <message>
        <source> · right</source>
        <translation> · richtig</translation>
    </message>
    <message>
        <source>query %1</source>
        <translation>Anfrage %1</translation>
    </message>
    <message>
        <source>key %1</source>
        <translation>Schlüssel %1</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Products</source>
        <translation>Produkte</translation>
    </message>
    <message>
        <source>Logits</source>
        <translation>Logits</translation>
    </message>
    <message>
        <source>Exponentials</source>
        <translation>Exponentiale</translation>
    </message>
    <message>
        <source>Attention weights</source>
        <translation>Attention-Gewichte</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>A row for each query: what this position is looking for.</source>
        <translation>Eine Zeile je Anfrage: wonach diese Position sucht.</translation>
    </message>
    <message>
        <source>A row for each key: what this position is found by. Click a key&apos;s name to mask it.</source>
        <translation>Eine Zeile je Schlüssel: woran diese Position gefunden wird. Ein Klick auf den Namen maskiert ihn.</translation>
    </message>
    <message>
        <source>A row for each key: what it passes on to those who attend to it.</source>
        <translation>Eine Zeile je Schlüssel: was er an die weitergibt, die auf ihn achten.</translation>
    </message>
    <message>
        <source>Each query times each key, summed: large where both point the same way.</source>
        <translation>Jede Anfrage mal jeder Schlüssel, summiert: groß, wo beide in dieselbe Richtung zeigen.</translation>
    </message>
    <message>
        <source>Divided by √d, so that their spread does not grow with d; −∞ where a key is masked.</source>
        <translation>Geteilt durch √d, damit die Streuung nicht mit d wächst; −∞ bei maskiertem Schlüssel.</translation>
    </message>
    <message>
        <source>Not scaled: their spread grows with d; −∞ where a key is masked.</source>
        <translation>Nicht skaliert: Die Streuung wächst mit d; −∞ bei maskiertem Schlüssel.</translation>
    </message>
    <message>
        <source>At temperature 0 only the largest logit of a row is left.</source>
        <translation>Bei Temperatur 0 bleibt nur das größte Logit jeder Zeile.</translation>
    </message>
    <message>
        <source>e to the power of each logit, less its row&apos;s largest.</source>
        <translation>e hoch jedes Logit minus das größte seiner Zeile.</translation>
    </message>
    <message>
        <source>Every key is masked: the sum is 0, so the softmax has no value.</source>
        <translation>Jeder Schlüssel ist maskiert: Die Summe ist 0, der Softmax hat keinen Wert.</translation>
    </message>
    <message>
        <source>Each row by its sum, so that it adds up to 1: this is the softmax.</source>
        <translation>Jede Zeile durch ihre Summe, sodass sie 1 ergibt: Das ist der Softmax.</translation>
    </message>
    <message>
        <source>For each query the mean of the values, weighted by its attention.</source>
        <translation>Für jede Anfrage das Mittel der Werte, gewichtet mit ihrer Attention.</translation>
    </message>
    <message>
        <source>mean of all heads</source>
        <translation>Mittel aller Köpfe</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>Kopf %1</translation>
    </message>
    <message>
        <source>attention from all words on average, layer %1, %2</source>
        <translation>mittlere Attention aller Wörter, Schicht %1, %2</translation>
    </message>
    <message>
        <source>attention from “%1”, layer %2, %3</source>
        <translation>Attention von „%1“, Schicht %2, %3</translation>
    </message>
    <message>
        <source>relevance for the predicted class</source>
        <translation>Relevanz für die vorhergesagte Klasse</translation>
    </message>
    <message>
        <source>share in the logit: for (blue), against (orange)</source>
        <translation>Anteil am Logit: dafür (blau), dagegen (orange)</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Optimiser</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Early stopping</source>
        <translation>Vorzeitiges Ende</translation>
    </message>
    <message>
        <source>Snapshots</source>
        <translation>Zwischenstände</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>input;output</source>
        <translation>Eingabe;Ausgabe</translation>
    </message>
    <message>
        <source>Choose a CSV file</source>
        <translation>Eine CSV-Datei wählen</translation>
    </message>
    <message>
        <source>built in</source>
        <translation>eingebaut</translation>
    </message>
    <message>
        <source>Choose the data</source>
        <translation>Die Daten wählen</translation>
    </message>
    <message>
        <source>as found</source>
        <translation>wie gefunden</translation>
    </message>
    <message>
        <source>Choose an ONNX network</source>
        <translation>Ein ONNX-Netz wählen</translation>
    </message>
    <message>
        <source>Networks (*.onnx);;All files (*)</source>
        <translation>Netze (*.onnx);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Press Train.</source>
        <translation>„Trainieren“ drücken.</translation>
    </message>
    <message>
        <source>Train to the end, or press Stop.</source>
        <translation>Bis zum Ende trainieren oder „Beenden“ drücken.</translation>
    </message>
    <message>
        <source>Train for at least %1 steps.</source>
        <translation>Mindestens %1 Schritte trainieren.</translation>
    </message>
    <message>
        <source>Train until the validation accuracy is at least %1 %.</source>
        <translation>Trainieren, bis die Validierungsgenauigkeit mindestens %1 % beträgt.</translation>
    </message>
    <message>
        <source>This page has no control &quot;%1&quot;; it has %2.</source>
        <translation>Diese Seite hat kein Bedienelement „%1“; sie hat %2.</translation>
    </message>
    <message>
        <source>Tick &quot;%1&quot; in the form.</source>
        <translation>Im Formular „%1“ ankreuzen.</translation>
    </message>
    <message>
        <source>Untick &quot;%1&quot; in the form.</source>
        <translation>Im Formular das Häkchen bei „%1“ entfernen.</translation>
    </message>
    <message>
        <source>Set &quot;%1&quot; to %2 in the form.</source>
        <translation>Im Formular „%1“ auf %2 setzen.</translation>
    </message>
    <message>
        <source>Choose &quot;%2&quot; as &quot;%1&quot; in the form.</source>
        <translation>Im Formular unter „%1“ „%2“ wählen.</translation>
    </message>
    <message>
        <source>Ablate one more, so that %1 are off at once.</source>
        <translation>Noch einen Kopf ausschalten, sodass %1 zugleich aus sind.</translation>
    </message>
    <message>
        <source>Click a token of the input to mask it.</source>
        <translation>Ein Token der Eingabe anklicken, um es zu maskieren.</translation>
    </message>
    <message>
        <source>Mask %1 more of the input&apos;s tokens.</source>
        <translation>Noch %1 Token der Eingabe maskieren.</translation>
    </message>
    <message>
        <source>Begin from initial weights: Start over (↺ beside Train) resets them.</source>
        <translation>Mit Anfangsgewichten beginnen: „Neu beginnen“ (↺ neben „Trainieren“) setzt sie zurück.</translation>
    </message>
    <message>
        <source>Mask %1 tokens of the input.</source>
        <translation>%1 Token der Eingabe maskieren.</translation>
    </message>
    <message>
        <source>Ablate a head.</source>
        <translation>Einen Kopf ausschalten.</translation>
    </message>
    <message>
        <source>Ablate %1 heads.</source>
        <translation>%1 Köpfe ausschalten.</translation>
    </message>
    <message>
        <source>Ablate %1 more heads, so that %2 are off at once.</source>
        <translation>Noch %1 Köpfe ausschalten, sodass %2 zugleich aus sind.</translation>
    </message>
    <message>
        <source>Drag the timeline back to a snapshot.</source>
        <translation>Die Zeitleiste zurück auf einen Zwischenstand ziehen.</translation>
    </message>
    <message>
        <source>Type a sample of your own.</source>
        <translation>Ein eigenes Beispiel eintippen.</translation>
    </message>
    <message>
        <source>Type your answer.</source>
        <translation>Die Antwort eintippen.</translation>
    </message>
    <message>
        <source>viridis</source>
        <translation>Viridis</translation>
    </message>
    <message>
        <source>cividis</source>
        <translation>Cividis</translation>
    </message>
    <message>
        <source>inferno</source>
        <translation>Inferno</translation>
    </message>
    <message>
        <source>grey</source>
        <translation>Grau</translation>
    </message>
    <message>
        <source>blue–red</source>
        <translation>Blau–Rot</translation>
    </message>
    <message>
        <source>,</source>
        <extracomment>What stands between the thousands of a count.</extracomment>
        <translation>&#x202f;</translation>
    </message>
    <message>
        <source>%1 kB</source>
        <translation>%1 kB</translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation>%1 MB</translation>
    </message>
    <message>
        <source>%1 GB</source>
        <translation>%1 GB</translation>
    </message>
    <message>
        <source>1 s</source>
        <translation>1 s</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 min %2 s</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 h %2 min</translation>
    </message>
    <message>
        <source>1 head ablated</source>
        <translation>1 Kopf aus</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source> and libxsmm</source>
        <translation> und libxsmm</translation>
    </message>
    <message>
        <source> threads</source>
        <translation> Threads</translation>
    </message>
    <message>
        <source> thread</source>
        <translation> Thread</translation>
    </message>
    <message>
        <source>1 token masked</source>
        <translation>1 Token maskiert</translation>
    </message>
    <message>
        <source>%1 tokens masked</source>
        <translation>%1 Token maskiert</translation>
    </message>
    <message>
        <source>%1 heads ablated</source>
        <translation>%1 Köpfe aus</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1, %2 left</source>
        <translation>%1, noch %2</translation>
    </message>
    <message>
        <source>before training</source>
        <translation>vor dem Training</translation>
    </message>
    <message>
        <source>epoch %1 of %2, step %3</source>
        <translation>Epoche %1/%2, Schritt %3</translation>
    </message>
    <message>
        <source>Task: %1.</source>
        <translation>Aufgabe: %1.</translation>
    </message>
    <message>
        <source>Task: tell which of %1 classes a text is of.</source>
        <translation>Aufgabe: Zu welcher von %1 Klassen gehört ein Text?</translation>
    </message>
    <message>
        <source>Task: classify texts as %1 or %2.</source>
        <translation>Aufgabe: Texte als „%1“ oder „%2“ einordnen.</translation>
    </message>
    <message>
        <source>%1 digits</source>
        <translation>%1 Ziffern</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>%1 of %2 right in this sequence (chance level %3)</source>
        <translation>%1 von %2 in dieser Sequenz richtig (Zufall: %3)</translation>
    </message>
    <message>
        <source>right about this one (chance level %1 %)</source>
        <translation>hier richtig (Zufall: %1 %)</translation>
    </message>
    <message>
        <source>wrong about this one (chance level %1 %)</source>
        <translation>hier falsch (Zufall: %1 %)</translation>
    </message>
    <message>
        <source>Before the first step</source>
        <translation>Vor dem ersten Schritt</translation>
    </message>
    <message>
        <source>Snapshot of step %1</source>
        <translation>Zwischenstand von Schritt %1</translation>
    </message>
    <message>
        <source>Untrained</source>
        <translation>Untrainiert</translation>
    </message>
    <message>
        <source>About to train</source>
        <translation>Das Training beginnt</translation>
    </message>
    <message>
        <source>Training, step %1</source>
        <translation>Training, Schritt %1</translation>
    </message>
    <message>
        <source>Paused at step %1</source>
        <translation>Angehalten bei Schritt %1</translation>
    </message>
    <message>
        <source>Trained</source>
        <translation>Trainiert</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 %2.</source>
        <translation>%1 %2.</translation>
    </message>
    <message>
        <source>predicted place</source>
        <translation>vorhergesagte Position</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>vorhergesagt</translation>
    </message>
    <message>
        <source>place of the odd one</source>
        <translation>Position des Ausreißers</translation>
    </message>
    <message>
        <source>true</source>
        <translation>tatsächlich</translation>
    </message>
    <message>
        <source>Confusion</source>
        <translation>Konfusionsmatrix</translation>
    </message>
    <message>
        <source>network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>probability of the prediction</source>
        <translation>Wahrscheinlichkeit der Vorhersage</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>calibrated</source>
        <translation>kalibriert</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>Kalibrierung</translation>
    </message>
    <message>
        <source>ROC</source>
        <translation>ROC</translation>
    </message>
    <message>
        <source>false positive rate</source>
        <translation>Falsch-positiv-Rate</translation>
    </message>
    <message>
        <source>true positive rate</source>
        <translation>Trefferquote</translation>
    </message>
    <message>
        <source>Precision and recall</source>
        <translation>Präzision und Trefferquote</translation>
    </message>
    <message>
        <source>recall</source>
        <translation>Trefferquote</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>Präzision</translation>
    </message>
    <message>
        <source>Precision and recall: average precision %1</source>
        <translation>Präzision und Trefferquote: mittlere Präzision %1</translation>
    </message>
    <message>
        <source>chance</source>
        <translation>Zufall</translation>
    </message>
    <message>
        <source>ROC, precision and recall</source>
        <translation>ROC, Präzision und Trefferquote</translation>
    </message>
    <message>
        <source>Accuracy by position</source>
        <translation>Genauigkeit je Position</translation>
    </message>
    <message>
        <source>position</source>
        <translation>Position</translation>
    </message>
    <message>
        <source>Deletion: the steeper it falls, the better</source>
        <translation>Deletion: je steiler der Abfall, desto besser</translation>
    </message>
    <message>
        <source>probability of the answer</source>
        <translation>Wahrscheinlichkeit der Antwort</translation>
    </message>
    <message>
        <source>Insertion: the steeper it rises, the better</source>
        <translation>Insertion: je steiler der Anstieg, desto besser</translation>
    </message>
    <message>
        <source>member %1</source>
        <translation>Element %1</translation>
    </message>
    <message>
        <source>%1 + … (%2 terms)</source>
        <translation>%1 + … (%2 Summanden)</translation>
    </message>
    <message>
        <source>position %1</source>
        <translation>Position %1</translation>
    </message>
    <message>
        <source>Input of the layer</source>
        <translation>Eingabe der Schicht</translation>
    </message>
    <message>
        <source>Query projection</source>
        <translation>Projektion der Anfragen</translation>
    </message>
    <message>
        <source>Key projection</source>
        <translation>Projektion der Schlüssel</translation>
    </message>
    <message>
        <source>Value projection</source>
        <translation>Projektion der Werte</translation>
    </message>
    <message>
        <source>Heads side by side</source>
        <translation>Köpfe nebeneinander</translation>
    </message>
    <message>
        <source>Output projection</source>
        <translation>Projektion der Ausgabe</translation>
    </message>
    <message>
        <source>Output of all heads</source>
        <translation>Ausgabe aller Köpfe</translation>
    </message>
    <message>
        <source>Divided by √d; −∞ where a key is masked or comes after its query (j &gt; i).</source>
        <translation>Geteilt durch √d; −∞, wo ein Schlüssel maskiert ist oder hinter seiner Anfrage steht (j &gt; i).</translation>
    </message>
    <message>
        <source>Not scaled; −∞ where a key is masked or comes after its query (j &gt; i).</source>
        <translation>Nicht skaliert; −∞, wo ein Schlüssel maskiert ist oder hinter seiner Anfrage steht (j &gt; i).</translation>
    </message>
    <message>
        <source>The head is ablated: what it found counts as 0 from here on.</source>
        <translation>Der Kopf ist ausgeschaltet: Was er gefunden hat, zählt von hier an als 0.</translation>
    </message>
    <message>
        <source>A row for each position: what all heads of the layer read.</source>
        <translation>Eine Zeile je Position: was alle Köpfe der Schicht lesen.</translation>
    </message>
    <message>
        <source>Learned: makes queries of the input. The last row is the bias.</source>
        <translation>Gelernt: macht aus der Eingabe Anfragen. Die letzte Zeile ist der Bias.</translation>
    </message>
    <message>
        <source>Learned: makes keys of the input. The last row is the bias.</source>
        <translation>Gelernt: macht aus der Eingabe Schlüssel. Die letzte Zeile ist der Bias.</translation>
    </message>
    <message>
        <source>Learned: makes values of the input. The last row is the bias.</source>
        <translation>Gelernt: macht aus der Eingabe Werte. Die letzte Zeile ist der Bias.</translation>
    </message>
    <message>
        <source>The layer has one head, so this is its output.</source>
        <translation>Die Schicht hat einen Kopf, also ist dies ihre Ausgabe.</translation>
    </message>
    <message>
        <source>The outputs of all %1 heads; this one&apos;s begin at column %2.</source>
        <translation>Die Ausgaben aller %1 Köpfe; die dieses Kopfes beginnen in Spalte %2.</translation>
    </message>
    <message>
        <source>Learned: mixes the heads. The last row is the bias.</source>
        <translation>Gelernt: mischt die Köpfe. Die letzte Zeile ist der Bias.</translation>
    </message>
    <message>
        <source>What the layer adds to its input, before it normalises the sum.</source>
        <translation>Was die Schicht zu ihrer Eingabe addiert, bevor sie die Summe normiert.</translation>
    </message>
    <message>
        <source>, steepest from step %1 to %2</source>
        <translation>, am steilsten von Schritt %1 bis %2</translation>
    </message>
    <message>
        <source>Heads through training: %1</source>
        <translation>Köpfe im Laufe des Trainings: %1</translation>
    </message>
    <message>
        <source>What the score is made of (query – key)</source>
        <translation>Woraus sich der Score zusammensetzt (Anfrage – Schlüssel)</translation>
    </message>
    <message>
        <source>whole score</source>
        <translation>ganzer Score</translation>
    </message>
    <message>
        <source>Content and position can be separated in the first layer only; later layers mix them.</source>
        <translation>Inhalt und Position lassen sich nur in der ersten Schicht trennen; spätere Schichten vermischen sie.</translation>
    </message>
    <message>
        <source>content – content</source>
        <translation>Inhalt – Inhalt</translation>
    </message>
    <message>
        <source>content – position</source>
        <translation>Inhalt – Position</translation>
    </message>
    <message>
        <source>position – content</source>
        <translation>Position – Inhalt</translation>
    </message>
    <message>
        <source>position – position</source>
        <translation>Position – Position</translation>
    </message>
    <message>
        <source>bias</source>
        <translation>Bias</translation>
    </message>
    <message>
        <source>q ∘ k / √d by dimension: they add up to the score</source>
        <translation>q ∘ k / √d nach Dimensionen: Zusammen ergeben sie den Score</translation>
    </message>
    <message>
        <source>score of a member</source>
        <translation>Wert eines Elements</translation>
    </message>
    <message>
        <source>class %1</source>
        <translation>Klasse %1</translation>
    </message>
    <message>
        <source>A pair up close</source>
        <translation>Ein Paar aus der Nähe</translation>
    </message>
    <message>
        <source>Layer %1, head %2: query %3 → key %4</source>
        <translation>Schicht %1, Kopf %2: Anfrage %3 → Schlüssel %4</translation>
    </message>
    <message>
        <source>attention %1 · score q · k / √d = %2</source>
        <translation>Attention %1 · Score q · k / √d = %2</translation>
    </message>
    <message>
        <source>adds a vector of length %1 (full value vector: %2)</source>
        <translation>addiert einen Vektor der Länge %1 (ganzer Wertvektor: %2)</translation>
    </message>
    <message>
        <source>right</source>
        <translation>richtig</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>falsch</translation>
    </message>
    <message>
        <source>component %1 (%2 % of the variance)</source>
        <translation>Komponente %1 (%2 % der Varianz)</translation>
    </message>
    <message>
        <source>token %1</source>
        <translation>Token %1</translation>
    </message>
    <message>
        <source>example %1</source>
        <translation>Beispiel %1</translation>
    </message>
    <message>
        <source>Vector map: %1</source>
        <translation>Vektorkarte: %1</translation>
    </message>
    <message>
        <source>%1 has values on both sides of zero, which keep their diverging colours.</source>
        <translation>%1 hat Werte beiderseits der Null, die ihre divergierenden Farben behalten.</translation>
    </message>
    <message>
        <source>%1: %2 of %3 values lie outside of %4…%5 and have the colours of its ends.</source>
        <translation>%1: %2 von %3 Werten liegen außerhalb von %4…%5 und haben die Farben der Enden.</translation>
    </message>
    <message>
        <source>%1 is no heat map: it has neither a colour map nor a range of values.</source>
        <translation>%1 ist keine Heatmap: Sie hat weder eine Farbskala noch einen Wertebereich.</translation>
    </message>
    <message>
        <source>input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Snapshot of the training</source>
        <translation>Zwischenstand des Trainings</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>expected</source>
        <translation>Soll</translation>
    </message>
    <message>
        <source>prediction</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>Layer %1, head %2</source>
        <translation>Schicht %1, Kopf %2</translation>
    </message>
    <message>
        <source>Point at a cell of a map: what attends to what, and how much.</source>
        <translation>Mit dem Zeiger auf eine Zelle: was worauf achtet, und wie stark.</translation>
    </message>
    <message>
        <source>en</source>
        <translation>de</translation>
    </message>
    <message>
        <source>This page draws its maps by JavaScript, which is switched off here.</source>
        <translation>Diese Seite zeichnet ihre Karten mit JavaScript, das hier abgeschaltet ist.</translation>
    </message>
    <message>
        <source>random orders</source>
        <translation>zufällige Reihenfolgen</translation>
    </message>
    <message>
        <source>ideal order</source>
        <translation>ideale Reihenfolge</translation>
    </message>
    <message>
        <source>share restored</source>
        <translation>wiederhergestellter Anteil</translation>
    </message>
    <message>
        <source>Patched positions</source>
        <translation>Gepatchte Positionen</translation>
    </message>
    <message>
        <source>Patched heads</source>
        <translation>Gepatchte Köpfe</translation>
    </message>
    <message>
        <source>As saved</source>
        <translation>Wie gespeichert</translation>
    </message>
    <message>
        <source>Stopped after step %1</source>
        <translation>Beendet nach Schritt %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>own scale, for all steps seen</source>
        <translation>eigene Skala, für alle gesehenen Schritte</translation>
    </message>
    <message>
        <source>%1 shortens text that has no room: %2. A larger width or a smaller font shows it.</source>
        <translation>%1 kürzt Text, der keinen Platz hat: %2. Eine größere Breite oder kleinere Schrift zeigt ihn.</translation>
    </message>
    <message>
        <source>%1 needs %2 mm of width for text of this size; some of it is smaller, cut or left out.</source>
        <translation>%1 braucht %2 mm Breite für Text dieser Größe; ein Teil davon ist kleiner, gekürzt oder fehlt.</translation>
    </message>
    <message>
        <source>%1 needs %2 mm of height for text of this size; some of it is smaller, cut or left out.</source>
        <translation>%1 braucht %2 mm Höhe für Text dieser Größe; ein Teil davon ist kleiner, gekürzt oder fehlt.</translation>
    </message>
    <message>
        <source>when the head is ablated</source>
        <translation>wenn der Kopf aus ist</translation>
    </message>
    <message>
        <source>Train for an epoch.</source>
        <translation>Eine Epoche trainieren.</translation>
    </message>
    <message>
        <source>Go to the page %1.</source>
        <translation>Zur Seite %1 gehen.</translation>
    </message>
    <message>
        <source>one scale, for all steps seen</source>
        <translation>eine Skala, für alle gesehenen Schritte</translation>
    </message>
    <message>
        <source>the odd one</source>
        <translation>der Ausreißer</translation>
    </message>
    <message>
        <source>the predicted one</source>
        <translation>das vorhergesagte Element</translation>
    </message>
    <message>
        <source>Below each image: the probability that it is the odd one.</source>
        <translation>Unter jedem Bild: die Wahrscheinlichkeit, dass es der Ausreißer ist.</translation>
    </message>
    <message>
        <source>A grey square: no image is known of this member, only its features.</source>
        <translation>Ein graues Quadrat: Von diesem Element ist kein Bild bekannt, nur seine Merkmale.</translation>
    </message>
    <message>
        <source>layer %1 head %2</source>
        <translation>Schicht %1 Kopf %2</translation>
    </message>
    <message>
        <source> Ablated: %1.</source>
        <translation> Ausgeschaltet: %1.</translation>
    </message>
    <message>
        <source> Masked as keys: %1.</source>
        <translation> Als Schlüssel maskiert: %1.</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>Attention: %1</source>
        <translation>Attention: %1</translation>
    </message>
    <message>
        <source>What a Transformer with %n parameters attends to, at every snapshot of its training.</source>
        <translation>Worauf ein Transformer mit %n Parametern achtet, bei jedem Zwischenstand seines Trainings.</translation>
    </message>
    <message>
        <source>%1 has no title of its own; the names of its parts stay.</source>
        <translation>%1 hat keinen eigenen Titel; die Namen der Teile bleiben.</translation>
    </message>
    <message>
        <source> · %1 samples of the validation data</source>
        <translation> · %1 Beispiele der Validierungsdaten</translation>
    </message>
    <message>
        <source>test data, n = %1</source>
        <translation>Testdaten, n = %1</translation>
    </message>
    <message>
        <source>validation data, n = %1</source>
        <translation>Validierungsdaten, n = %1</translation>
    </message>
    <message>
        <source>share of the answers</source>
        <translation>Anteil der Antworten</translation>
    </message>
    <message>
        <source>Calibration: ECE %1, %2 bins</source>
        <translation>Kalibrierung: ECE %1, %2 Intervalle</translation>
    </message>
    <message>
        <source>ROC: area %1, positive: %2</source>
        <translation>ROC: Fläche %1, positiv: %2</translation>
    </message>
    <message>
        <source>base rate</source>
        <translation>Basisrate</translation>
    </message>
    <message>
        <source>inputs removed</source>
        <translation>entfernte Eingaben</translation>
    </message>
    <message>
        <source>inputs kept</source>
        <translation>behaltene Eingaben</translation>
    </message>
    <message>
        <source>What this pair adds to the score of member %1</source>
        <translation>Was dieses Paar zur Bewertung des Elements %1 beiträgt</translation>
    </message>
    <message>
        <source>What this pair adds to the logits of output %1</source>
        <translation>Was dieses Paar zu den Logits der Ausgabe %1 beiträgt</translation>
    </message>
    <message>
        <source>What this pair adds to the logits</source>
        <translation>Was dieses Paar zu den Logits beiträgt</translation>
    </message>
    <message>
        <source>no word to read</source>
        <translation>kein Wort zu lesen</translation>
    </message>
    <message>
        <source>no word is known</source>
        <translation>kein Wort ist bekannt</translation>
    </message>
    <message>
        <source>%1 unknown</source>
        <translation>%1 unbekannt</translation>
    </message>
    <message>
        <source>the rest is not read</source>
        <translation>der Rest wird nicht gelesen</translation>
    </message>
    <message>
        <source>Diverged at step %1</source>
        <translation>Divergiert bei Schritt %1</translation>
    </message>
    <message>
        <source> Of the text: %1.</source>
        <translation> Vom Text: %1.</translation>
    </message>
    <message>
        <source>a page for another task</source>
        <translation>eine Seite für eine andere Aufgabe</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>Formular</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Methods</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>The page %1 is for networks of another task. Choose a preset for it and train it.</source>
        <translation>Die Seite %1 ist für Netze einer anderen Aufgabe. Eine Vorlage dafür wählen und trainieren.</translation>
    </message>
    <message>
        <source>This network has no snapshots of its training. Train it, or open a run.</source>
        <translation>Dieses Netz hat keine Zwischenstände seines Trainings. Trainieren oder einen Lauf öffnen.</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>tutorial, course, exercises, tour, first steps</source>
        <translation>Tutorial, Kurs, Übungen, Führung, erste Schritte</translation>
    </message>
    <message>
        <source>Heads through training</source>
        <translation>Köpfe im Training</translation>
    </message>
    <message>
        <source>curves of its heads over the steps: when each became so</source>
        <translation>Kurven der Köpfe über die Schritte: wann jeder so wurde</translation>
    </message>
    <message>
        <source>Faithfulness of the explanations</source>
        <translation>Treue der Erklärungen</translation>
    </message>
    <message>
        <source>how true or faithful methods are, fidelity, deletion, perturbation, random orders</source>
        <translation>wie treu Verfahren sind, Löschen, Störung, zufällige Reihenfolgen</translation>
    </message>
    <message>
        <source>Confusion matrix and calibration</source>
        <translation>Konfusionsmatrix und Kalibrierung</translation>
    </message>
    <message>
        <source>Find mistakes</source>
        <translation>Fehler suchen</translation>
    </message>
    <message>
        <source>Text or Evaluate</source>
        <translation>Text oder Auswerten</translation>
    </message>
    <message>
        <source>most confident errors, wrong answers</source>
        <translation>sicherste Fehler finden, falsche Antworten</translation>
    </message>
    <message>
        <source>Pair up close</source>
        <translation>Paar aus der Nähe</translation>
    </message>
    <message>
        <source>one cell: query and key, what its score is made of</source>
        <translation>eine Zelle: Anfrage und Schlüssel, woraus ihr Score besteht</translation>
    </message>
    <message>
        <source>A head&apos;s own numbers</source>
        <translation>Die Zahlen eines Kopfes</translation>
    </message>
    <message>
        <source>step by step for this head: Q, K, V, scores, softmax</source>
        <translation>dieser Kopf Schritt für Schritt: Q, K, V, Scores, Softmax</translation>
    </message>
    <message>
        <source>Masking tokens</source>
        <translation>Token maskieren</translation>
    </message>
    <message>
        <source>mask a token of the input row, hide it from all heads</source>
        <translation>ein Token der Eingabezeile maskieren, vor allen Köpfen verbergen</translation>
    </message>
    <message>
        <source>Ablate heads</source>
        <translation>Köpfe ausschalten</translation>
    </message>
    <message>
        <source>switch heads off, head ablation, causal intervention</source>
        <translation>Ablation von Köpfen, kausaler Eingriff</translation>
    </message>
    <message>
        <source>Ablate or restore a head</source>
        <translation>Einen Kopf aus- oder einschalten</translation>
    </message>
    <message>
        <source>key on the head that is chosen</source>
        <translation>Taste auf dem gewählten Kopf</translation>
    </message>
    <message>
        <source>Activation patching</source>
        <translation>Aktivierungen einsetzen</translation>
    </message>
    <message>
        <source>causal tracing, share restored</source>
        <translation>Activation Patching, kausale Verfolgung, wiederhergestellter Anteil</translation>
    </message>
    <message>
        <source>Type your own input</source>
        <translation>Eigene Eingabe tippen</translation>
    </message>
    <message>
        <source>own sequence, own sample</source>
        <translation>eigene Sequenz, eigenes Beispiel</translation>
    </message>
    <message>
        <source>Difference to another explanation</source>
        <translation>Differenz zu einer anderen Erklärung</translation>
    </message>
    <message>
        <source>subtract one map from the others</source>
        <translation>eine Karte von den anderen abziehen</translation>
    </message>
    <message>
        <source>Formulas of the explanations</source>
        <translation>Formeln der Erklärungen</translation>
    </message>
    <message>
        <source>papers, definitions</source>
        <translation>Veröffentlichungen, Definitionen</translation>
    </message>
    <message>
        <source>Two groups of runs</source>
        <translation>Zwei Gruppen von Läufen</translation>
    </message>
    <message>
        <source>compare groups, paired t-test, interval</source>
        <translation>Gruppen vergleichen, gepaarter t-Test, Intervall</translation>
    </message>
    <message>
        <source>Importance of settings</source>
        <translation>Wichtigkeit der Einstellungen</translation>
    </message>
    <message>
        <source>Parallel axes: drag along an axis to filter</source>
        <translation>Parallele Achsen: zum Filtern entlang einer Achse ziehen</translation>
    </message>
    <message>
        <source>dragging along parallel coordinates, brush</source>
        <translation>parallele Koordinaten, Bereich</translation>
    </message>
    <message>
        <source>Notes and stars on runs</source>
        <translation>Notizen und Sterne an Läufen</translation>
    </message>
    <message>
        <source>mark, rename, delete or compare runs of the table</source>
        <translation>Läufe der Tabelle markieren, umbenennen, löschen oder vergleichen</translation>
    </message>
    <message>
        <source>New sweep</source>
        <translation>Neuer Sweep</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>One snapshot back</source>
        <translation>Einen Zwischenstand zurück</translation>
    </message>
    <message>
        <source>earlier in time, step of the training</source>
        <translation>früher, Schritt des Trainings</translation>
    </message>
    <message>
        <source>One snapshot forward</source>
        <translation>Einen Zwischenstand weiter</translation>
    </message>
    <message>
        <source>later in time, step of the training</source>
        <translation>später, Schritt des Trainings</translation>
    </message>
    <message>
        <source>Play the training</source>
        <translation>Training abspielen</translation>
    </message>
    <message>
        <source>pause, through all snapshots</source>
        <translation>anhalten, durch alle Zwischenstände</translation>
    </message>
    <message>
        <source>which settings of a sweep matter, hyperparameters</source>
        <translation>worauf es in einem Sweep ankommt, Hyperparameter</translation>
    </message>
    <message>
        <source>comes after the query</source>
        <translation>kommt nach der Anfrage</translation>
    </message>
    <message>
        <source>A norm stands in front of the first layer&apos;s queries and keys, so that content and position cannot be separated.</source>
        <translation>Vor den Anfragen und Schlüsseln der ersten Schicht steht eine Norm, sodass sich Inhalt und Position nicht trennen lassen.</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Architektur</translation>
    </message>
    <message>
        <source>%1 is taken from their sum for the distance (ALiBi).</source>
        <translation>Von ihrer Summe wird für den Abstand %1 abgezogen (ALiBi).</translation>
    </message>
    <message>
        <source>downloads %1</source>
        <translation>lädt %1 herunter</translation>
    </message>
    <message>
        <source>~%1</source>
        <translation>~%1</translation>
    </message>
    <message>
        <source>custom</source>
        <translation>eigene</translation>
    </message>
    <message>
        <source>A report cannot be written to &quot;%1&quot;: its name must end in .html or .pdf.</source>
        <translation>Ein Bericht kann nicht nach „%1“ geschrieben werden: Der Name muss auf .html oder .pdf enden.</translation>
    </message>
    <message>
        <source> = turned(x %1 + %2)</source>
        <translation> = gedreht(x %1 + %2)</translation>
    </message>
    <message>
        <source>A row for each query: what this position is looking for, turned by the position.</source>
        <translation>Eine Zeile je Anfrage: wonach diese Position sucht, gedreht nach der Position.</translation>
    </message>
    <message>
        <source>A row for each key: what this position is found by, turned by the position. Click a key&apos;s name to mask it.</source>
        <translation>Eine Zeile je Schlüssel: woran diese Position gefunden wird, gedreht nach der Position. Ein Klick auf den Namen eines Schlüssels maskiert ihn.</translation>
    </message>
    <message>
        <source>Lower, the farther a key is away (ALiBi); −∞ where a key is masked, or comes after its query where the mask is causal.</source>
        <translation>Niedriger, je weiter ein Schlüssel entfernt ist (ALiBi); −∞, wo ein Schlüssel maskiert ist oder bei kausaler Maske hinter seiner Anfrage steht.</translation>
    </message>
    <message>
        <source>features that the pooling took from the word</source>
        <translation>Merkmale, die das Pooling dem Wort entnommen hat</translation>
    </message>
    <message>
        <source>%1; the class token is no word</source>
        <translation>%1; das Klassentoken ist kein Wort</translation>
    </message>
    <message>
        <source>Pairs (*.csv *.tsv *.tab *.txt *.gz *.zip);;All files (*)</source>
        <translation>Paare (*.csv *.tsv *.tab *.txt *.gz *.zip);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Archives and tables (*.tar *.tgz *.zip *.gz *.csv *.tsv *.tab *.txt);;All files (*)</source>
        <translation>Archive und Tabellen (*.tar *.tgz *.zip *.gz *.csv *.tsv *.tab *.txt);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>needs your own file</source>
        <translation>braucht eine eigene Datei</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>the first %1 × %2 of %3 × %4</source>
        <translation>die ersten %1 × %2 von %3 × %4</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>attention from token %1, layer %2</source>
        <translation>Attention von Token %1, Schicht %2</translation>
    </message>
    <message>
        <source>%1, mean of the heads</source>
        <translation>%1, Mittel der Köpfe</translation>
    </message>
    <message>
        <source>%1, head %2</source>
        <translation>%1, Kopf %2</translation>
    </message>
    <message>
        <source>surprise in bits</source>
        <translation>Überraschung in Bit</translation>
    </message>
    <message>
        <source>no answer but vectors</source>
        <translation>keine Antwort außer Vektoren</translation>
    </message>
    <message>
        <source>classifier of %1 classes</source>
        <translation>Klassifikator mit %1 Klassen</translation>
    </message>
    <message>
        <source>names masked words</source>
        <translation>benennt maskierte Wörter</translation>
    </message>
    <message>
        <source>names the next token</source>
        <translation>nennt das nächste Token</translation>
    </message>
    <message>
        <source>answers at each position</source>
        <translation>antwortet an jeder Position</translation>
    </message>
    <message>
        <source>%1: layers: %2, heads in each: %3</source>
        <translation>%1: Schichten: %2, Köpfe in jeder: %3</translation>
    </message>
    <message>
        <source>, %1 pieces of words (%2)</source>
        <translation>, %1 Wortstücke (%2)</translation>
    </message>
    <message>
        <source>%1; no data come with it: type a text, or name data in the form.</source>
        <translation>%1; Daten sind nicht dabei: einen Text eingeben oder im Formular Daten nennen.</translation>
    </message>
    <message>
        <source>%1, %2 %</source>
        <translation>%1, %2 %</translation>
    </message>
    <message>
        <source> · wrong: it is %1</source>
        <translation> · falsch: Es ist %1</translation>
    </message>
    <message>
        <source>patch %1,%2</source>
        <translation>Patch %1,%2</translation>
    </message>
    <message>
        <source>the class token</source>
        <translation>dem Klassentoken</translation>
    </message>
    <message>
        <source>all patches on average</source>
        <translation>allen Patches im Mittel</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <source>attention from %1, %2, %3</source>
        <translation>Attention von %1, %2, %3</translation>
    </message>
    <message>
        <source>%1 from %2</source>
        <translation>%1, von %2</translation>
    </message>
    <message>
        <source>The class token itself: %1</source>
        <translation>Das Klassentoken selbst: %1</translation>
    </message>
    <message>
        <source>To the class token: %1</source>
        <translation>An das Klassentoken: %1</translation>
    </message>
    <message>
        <source>new weights</source>
        <translation>neue Gewichte</translation>
    </message>
    <message>
        <source>Choose a network to start from</source>
        <translation>Netz wählen, von dem ausgegangen wird</translation>
    </message>
    <message>
        <source>A network of another program: it reads vectors of %1 numbers; no task here asks for its answers.</source>
        <translation>Ein Netz eines anderen Programms: Es liest Vektoren von %1 Zahlen; keine Aufgabe hier fragt nach seinen Antworten.</translation>
    </message>
    <message>
        <source>Checkpoints (*.safetensors *.ckpt *.pt *.pth *.keras *.h5);;All files (*)</source>
        <translation>Checkpoints (*.safetensors *.ckpt *.pt *.pth *.keras *.h5);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>ablates each head in turn, Michel et al. 2019</source>
        <translation>schaltet jeden Kopf einzeln aus, Michel et al. 2019</translation>
    </message>
    <message>
        <source>Options of the explanations</source>
        <translation>Optionen der Erklärungen</translation>
    </message>
    <message>
        <source>layers, residual share, heads, signed, relevance without the identity</source>
        <translation>Schichten, Residualanteil, Köpfe, mit Vorzeichen, Relevanz ohne die Einheitsmatrix</translation>
    </message>
    <message>
        <source>Colour scale</source>
        <translation>Farbskala</translation>
    </message>
    <message>
        <source>per map, shared, logarithmic colours</source>
        <translation>je Karte, gemeinsam, logarithmische Farben</translation>
    </message>
    <message>
        <source>type-ahead in the sweep list, filter settings: vary settings, repeat with other seeds, grid, hyperparameters, resume a sweep</source>
        <translation>Tippen in der Liste des Sweeps, Einstellungen filtern: Einstellungen variieren, mit anderen Seeds wiederholen, Gitter, Hyperparameter, einen Sweep fortsetzen</translation>
    </message>
    <message>
        <source> · dots beyond the axes: %1</source>
        <translation> · Punkte jenseits der Achsen: %1</translation>
    </message>
    <message>
        <source>Train for a step.</source>
        <translation>Einen Schritt lang trainieren.</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 d %2 h</translation>
    </message>
    <message>
        <source>1 digit</source>
        <translation>1 Ziffer</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 Token</translation>
    </message>
    <message>
        <source>classifier with one answer</source>
        <translation>Klassifikator mit einer Antwort</translation>
    </message>
    <message>
        <source>attention from all tokens on average, layer %1, %2</source>
        <translation>mittlere Attention aller Token, Schicht %1, %2</translation>
    </message>
    <message>
        <source>features that the pooling took from the token</source>
        <translation>Merkmale, die das Pooling vom Token nahm</translation>
    </message>
    <message>
        <source>all data, n = %1</source>
        <translation>alle Daten, n = %1</translation>
    </message>
    <message>
        <source>%1; no data come with it: drop a picture on the page Input, or name data in the form.</source>
        <translation>%1; Daten sind nicht dabei: ein Bild auf die Seite Eingabe ziehen oder im Formular Daten nennen.</translation>
    </message>
    <message>
        <source>%1 (assumed: the file does not say it).</source>
        <translation>%1 (angenommen: die Datei sagt es nicht).</translation>
    </message>
    <message>
        <source>%1 (drawn)</source>
        <extracomment>A class of shapes that the program draws: &quot;red star (drawn)&quot;.</extracomment>
        <translation>%1 (gezeichnet)</translation>
    </message>
    <message>
        <source>blank %1</source>
        <extracomment>A member of a set before there are images, which is empty.</extracomment>
        <translation>leer %1</translation>
    </message>
    <message>
        <source>drawn %1</source>
        <extracomment>A vector of a set whose numbers are drawn.</extracomment>
        <translation>gezogen %1</translation>
    </message>
    <message>
        <source>vector %1</source>
        <translation>Vektor %1</translation>
    </message>
    <message>
        <source>Task: tell which of %1 classes a picture shows, read as %2 patches.</source>
        <translation>Aufgabe: Welche von %1 Klassen zeigt ein Bild, gelesen als %2 Patches?</translation>
    </message>
    <message>
        <source>bands: 95 %</source>
        <translation>Bänder: 95 %</translation>
    </message>
    <message>
        <source>baseline: loss %1, accuracy %2, n = %3</source>
        <translation>ohne Ausschalten: Verlust %1, Genauigkeit %2, n = %3</translation>
    </message>
    <message>
        <source>test sample %1</source>
        <translation>Testbeispiel %1</translation>
    </message>
    <message>
        <source>validation sample %1</source>
        <translation>Validierungsbeispiel %1</translation>
    </message>
    <message>
        <source>position %1: logit of class %2 less that of class %3</source>
        <translation>Position %1: Logit der Klasse %2 minus dem der Klasse %3</translation>
    </message>
    <message>
        <source>sample %1</source>
        <translation>Beispiel %1</translation>
    </message>
    <message>
        <source>Curves of the training</source>
        <translation>Kurven des Trainings</translation>
    </message>
    <message>
        <source>loss, accuracy, learning rate, gradient norm</source>
        <translation>Verlust, Loss, Genauigkeit, Lernrate, Gradientennorm</translation>
    </message>
    <message>
        <source>Attention maps</source>
        <translation>Attention-Karten</translation>
    </message>
    <message>
        <source>heat map, weights of the heads</source>
        <translation>Aufmerksamkeit, Wärmekarte, Heatmap, Gewichte der Köpfe</translation>
    </message>
    <message>
        <source>Attention step by step</source>
        <translation>Attention Schritt für Schritt</translation>
    </message>
    <message>
        <source>a small attention computed number by number, matrix, calculation</source>
        <translation>eine kleine Attention, Zahl für Zahl berechnet, Matrix, Rechnung</translation>
    </message>
    <message>
        <source>Task: the file does not say it, and no rule here has such answers.</source>
        <translation>Aufgabe: die Datei sagt sie nicht, und keine Regel hier hat solche Antworten.</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>How faithful the explanations are</source>
        <translation>Wie treu die Erklärungen sind</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>Eigene</translation>
    </message>
    <message>
        <source>The validation accuracy is above %1 %: start again with the settings of this step.</source>
        <translation>Die Validierungsgenauigkeit liegt über %1 %: Mit den Einstellungen dieses Schritts neu beginnen.</translation>
    </message>
    <message>
        <source>results, accuracy, ROC, mistakes, how good the network is</source>
        <translation>Ergebnisse, Genauigkeit, ROC, Fehler, wie gut das Netz ist</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>earlier runs</source>
        <translation>frühere Läufe</translation>
    </message>
    <message>
        <source>own scale, for both networks</source>
        <translation>eigene Skala, für beide Netze</translation>
    </message>
    <message>
        <source>for both networks</source>
        <translation>für beide Netze</translation>
    </message>
    <message>
        <source>for all steps seen</source>
        <translation>für alle gesehenen Schritte</translation>
    </message>
    <message>
        <source>titles of maps</source>
        <translation>Titel von Karten</translation>
    </message>
    <message>
        <source>numbers of colour bars</source>
        <translation>Zahlen der Farbleisten</translation>
    </message>
    <message>
        <source>%1 has no room for: %2. A larger width or a smaller font shows them.</source>
        <translation>%1 hat keinen Platz für: %2. Eine größere Breite oder eine kleinere Schrift zeigt sie.</translation>
    </message>
    <message>
        <source>%1 · %2, others %3</source>
        <translation>%1 · %2, sonst %3</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>head %1 of layer %2</source>
        <translation>Kopf %1 von Schicht %2</translation>
    </message>
    <message>
        <source>ablated: %1</source>
        <translation>ausgeschaltet: %1</translation>
    </message>
    <message>
        <source>%1 at position %2</source>
        <translation>%1 an Position %2</translation>
    </message>
    <message>
        <source>masked: %1</source>
        <translation>maskiert: %1</translation>
    </message>
    <message>
        <source>choose your own file here</source>
        <translation>hier die eigene Datei wählen</translation>
    </message>
    <message>
        <source>choose the files of this preset here, or download them with the button below</source>
        <translation>hier die Dateien dieser Voreinstellung wählen oder mit dem Knopf darunter herunterladen</translation>
    </message>
    <message>
        <source>“%1”</source>
        <extracomment>The name of a setting in a sentence.</extracomment>
        <translation>„%1“</translation>
    </message>
    <message>
        <source>all processors</source>
        <translation>alle Prozessoren</translation>
    </message>
    <message>
        <source>as many as heads</source>
        <translation>so viele wie Köpfe</translation>
    </message>
    <message>
        <source>model dimension / heads</source>
        <translation>Modelldimension / Köpfe</translation>
    </message>
    <message>
        <source>as large as the model dimension</source>
        <translation>so groß wie die Modelldimension</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>ohne Grenze</translation>
    </message>
    <message>
        <source>an epoch&apos;s work</source>
        <translation>die Arbeit einer Epoche</translation>
    </message>
    <message>
        <source>Own set of images</source>
        <translation>Eigene Menge von Bildern</translation>
    </message>
    <message>
        <source>own pictures, put images together, drag images</source>
        <translation>eigene Bilder, Bilder zusammenstellen, Bilder ziehen</translation>
    </message>
    <message>
        <source>This network reads no sets of images. Train one that finds the odd one out, or open its run.</source>
        <translation>Dieses Netz liest keine Mengen von Bildern. Dazu eines trainieren, das den Ausreißer findet, oder dessen Lauf öffnen.</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>Kopiert: %1</translation>
    </message>
</context>
<context>
    <name>attx::AblationBar</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Ablate heads</source>
        <translation>Köpfe ausschalten</translation>
    </message>
    <message>
        <source>A click on a head ablates it, or restores it (so does Ctrl+click at any time): prediction, maps and validation loss follow. Right-click for more.</source>
        <translation>Ein Klick auf einen Kopf schaltet ihn aus oder wieder ein (Strg+Klick tut das jederzeit): Vorhersage, Karten und Validierungsverlust folgen. Rechtsklick für mehr.</translation>
    </message>
    <message>
        <source>Head importance</source>
        <translation>Wichtigkeit der Köpfe</translation>
    </message>
    <message>
        <source>Ablates each head in turn and shows by how much the validation loss increases</source>
        <translation>Schaltet jeden Kopf einzeln aus und zeigt, wie stark der Validierungsverlust zunimmt</translation>
    </message>
    <message>
        <source>Heads measured</source>
        <translation>Gemessene Köpfe</translation>
    </message>
    <message>
        <source>What is ablated, and its effect</source>
        <translation>Was ausgeschaltet ist und was das bewirkt</translation>
    </message>
    <message>
        <source>Restore all</source>
        <translation>Alles einschalten</translation>
    </message>
    <message>
        <source>Restore every ablated head and masked token</source>
        <translation>Alle ausgeschalteten Köpfe und maskierten Token wieder einschalten</translation>
    </message>
    <message>
        <source>Click a head to ablate it.</source>
        <translation>Einen Kopf anklicken, um ihn auszuschalten.</translation>
    </message>
    <message>
        <source> · accuracy %1 → %2, loss %3 → %4</source>
        <translation> · Genauigkeit %1 → %2, Verlust %3 → %4</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>attx::AnimationDialog</name>
    <message>
        <source>Save animation</source>
        <translation>Animation speichern</translation>
    </message>
    <message>
        <source>figure</source>
        <translation>Abbildung</translation>
    </message>
    <message>
        <source>Which figure of this page is saved at every snapshot of the run</source>
        <translation>Welche Abbildung dieser Seite bei jedem Zwischenstand gespeichert wird</translation>
    </message>
    <message>
        <source>Fi&amp;gure</source>
        <translation>Ab&amp;bildung</translation>
    </message>
    <message>
        <source>Numbered PNG pictures in a folder</source>
        <translation>Nummerierte PNG-Bilder in einem Ordner</translation>
    </message>
    <message>
        <source>MP4 video</source>
        <translation>MP4-Video</translation>
    </message>
    <message>
        <source>GIF animation</source>
        <translation>GIF-Animation</translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>&amp;Format</translation>
    </message>
    <message>
        <source>The folder or file to write. Its ending decides the format.</source>
        <translation>Der Ordner oder die Datei, die geschrieben wird. Die Endung bestimmt das Format.</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Skalierung</translation>
    </message>
    <message>
        <source>Pixels for each px</source>
        <translation>Pixel je px</translation>
    </message>
    <message>
        <source> snapshots a second</source>
        <translation> Zwischenstände je Sekunde</translation>
    </message>
    <message>
        <source>Of the video or the animation; pictures have no speed</source>
        <translation>Gilt für Video und Animation; Bilder haben kein Tempo</translation>
    </message>
    <message>
        <source>Sp&amp;eed</source>
        <translation>Te&amp;mpo</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>%v of %m snapshots</source>
        <translation>%v von %m Zwischenständen</translation>
    </message>
    <message>
        <source>None of the snapshots could be shown.</source>
        <translation>Keiner der Zwischenstände ließ sich zeigen.</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>MP4 needs the program ffmpeg</source>
        <translation>MP4 braucht das Programm ffmpeg</translation>
    </message>
    <message>
        <source>%v of %m written</source>
        <translation>%v von %m geschrieben</translation>
    </message>
    <message>
        <source>F&amp;ile</source>
        <translation>&amp;Datei</translation>
    </message>
</context>
<context>
    <name>attx::AnimationWriter</name>
    <message>
        <source>There is not enough memory for frames of this size. Choose a smaller size or scale.</source>
        <translation>Der Speicher reicht nicht für Bilder dieser Größe. Eine kleinere Größe oder Skalierung wählen.</translation>
    </message>
    <message>
        <source>Say where the animation is to be saved.</source>
        <translation>Angeben, wo die Animation gespeichert werden soll.</translation>
    </message>
    <message>
        <source>%1: there is no folder %2. Make it, or choose another place.</source>
        <translation>%1: Der Ordner %2 existiert nicht. Ihn anlegen oder einen anderen Ort wählen.</translation>
    </message>
    <message>
        <source>%1: numbered pictures go into a folder, and this is a file. Choose another name, or one that ends in .mp4 or .gif.</source>
        <translation>%1: Nummerierte Bilder kommen in einen Ordner, und dies ist eine Datei. Einen anderen Namen wählen oder einen, der auf .mp4 oder .gif endet.</translation>
    </message>
    <message>
        <source>%1: the folder is not empty. Choose a new one, so that nothing of yours is mixed with the pictures.</source>
        <translation>%1: Der Ordner ist nicht leer. Einen neuen wählen, damit sich die Bilder nicht mit eigenen Dateien mischen.</translation>
    </message>
    <message>
        <source>%1: this is a folder. Choose another name.</source>
        <translation>%1: Das ist ein Ordner. Einen anderen Namen wählen.</translation>
    </message>
    <message>
        <source>%1: nothing can be written there (%2). Choose a place where you may write.</source>
        <translation>%1: Dort lässt sich nichts schreiben (%2). Einen beschreibbaren Ort wählen.</translation>
    </message>
    <message>
        <source>%1: a frame could not be written. Is the disk full?</source>
        <translation>%1: Ein Bild ließ sich nicht schreiben. Ist der Datenträger voll?</translation>
    </message>
    <message>
        <source>%1: the pictures could not be put there (%2).</source>
        <translation>%1: Die Bilder ließen sich dort nicht ablegen (%2).</translation>
    </message>
    <message>
        <source>ffmpeg could not be started (%1).</source>
        <translation>ffmpeg ließ sich nicht starten (%1).</translation>
    </message>
    <message>
        <source>%1: ffmpeg could not make the animation. It said: %2</source>
        <translation>%1: ffmpeg konnte die Animation nicht erzeugen. Es meldet: %2</translation>
    </message>
    <message>
        <source>MP4 is made by the program ffmpeg, which is not installed here. Install it, or save a GIF (a name that ends in .gif) or numbered pictures.</source>
        <translation>MP4 erzeugt das Programm ffmpeg, das hier nicht installiert ist. Es installieren oder ein GIF (ein Name, der auf .gif endet) oder nummerierte Bilder speichern.</translation>
    </message>
</context>
<context>
    <name>attx::Application</name>
    <message>
        <source> (cannot be used: %1)</source>
        <translation> (nicht verwendbar: %1)</translation>
    </message>
    <message>
        <source>%1 is in %2</source>
        <translation>%1 liegt in %2</translation>
    </message>
    <message>
        <source>%1. Choose it in the form when you want it.</source>
        <translation>%1. Bei Bedarf im Formular auswählen.</translation>
    </message>
    <message>
        <source>A run is training or paused. Stop it before you open another one.</source>
        <translation>Ein Lauf wird trainiert oder pausiert. Ihn beenden, bevor ein anderer geöffnet wird.</translation>
    </message>
    <message>
        <source>opening %1 …</source>
        <translation>%1 wird geöffnet …</translation>
    </message>
    <message>
        <source>Saved to %1</source>
        <translation>Gespeichert in %1</translation>
    </message>
    <message>
        <source>The run %1 was interrupted before its end. It can be resumed from where it was saved, %2; the work since then is lost.</source>
        <translation>Der Lauf %1 wurde vor seinem Ende unterbrochen. Er lässt sich ab dem gesicherten Stand fortsetzen, %2; die Arbeit danach ist verloren.</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>preparing …</source>
        <translation>wird vorbereitet …</translation>
    </message>
    <message>
        <source>Back to the former network</source>
        <translation>Zurück zum vorigen Netz</translation>
    </message>
    <message>
        <source>%1 was open last.</source>
        <translation>Zuletzt war %1 offen.</translation>
    </message>
    <message>
        <source>%1 is being opened; until then the network from before is shown.</source>
        <translation>%1 wird geöffnet; bis dahin ist das Netz von vorher zu sehen.</translation>
    </message>
    <message>
        <source>The finished run %1 is unchanged. A copy of it is trained now.</source>
        <translation>Der beendete Lauf %1 ist unverändert. Trainiert wird jetzt eine Kopie von ihm.</translation>
    </message>
    <message>
        <source>This is a new network with initial weights. The former one is in no folder: go back and choose File, Save model as, to keep it.</source>
        <translation>Dies ist ein neues Netz mit Anfangsgewichten. Das vorige liegt in keinem Ordner: Um es zu behalten, zurückgehen und „Datei“, „Modell speichern unter“ wählen.</translation>
    </message>
    <message>
        <source>This is a new network with initial weights. The former one is kept: %1.</source>
        <translation>Dies ist ein neues Netz mit Anfangsgewichten. Das vorige ist aufbewahrt: %1.</translation>
    </message>
    <message>
        <source>Train now learns from %1; the form has the settings for it.</source>
        <translation>„Trainieren“ lernt jetzt aus %1; das Formular hat die Einstellungen dazu.</translation>
    </message>
    <message>
        <source>The finished run %1 is unchanged. A copy of it is trained now, from its last step: snapshots keep weights alone, without the state of the optimiser.</source>
        <translation>Der beendete Lauf %1 ist unverändert. Jetzt wird eine Kopie von ihm trainiert, ab ihrem letzten Schritt: Zwischenstände enthalten nur Gewichte, nicht den Zustand des Optimierers.</translation>
    </message>
</context>
<context>
    <name>attx::ArchitectureFigure</name>
    <message>
        <source>Architecture</source>
        <translation>Architektur</translation>
    </message>
    <message>
        <source>Input: tokens, %1 categories</source>
        <translation>Eingabe: Token, %1 Kategorien</translation>
    </message>
    <message>
        <source>Input: features of %1 numbers</source>
        <translation>Eingabe: je %1 Merkmale</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>Embedding</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>Linear</translation>
    </message>
    <message>
        <source>+ positional encoding</source>
        <translation>+ Positionskodierung</translation>
    </message>
    <message>
        <source>1 head of %1</source>
        <translation>1 Kopf à %1</translation>
    </message>
    <message>
        <source>%1 heads of %2</source>
        <translation>%1 Köpfe à %2</translation>
    </message>
    <message>
        <source>Attention: %1</source>
        <translation>Attention: %1</translation>
    </message>
    <message>
        <source>Add &amp; norm</source>
        <translation>Addition &amp; Norm</translation>
    </message>
    <message>
        <source>Maximum over positions</source>
        <translation>Maximum über die Positionen</translation>
    </message>
    <message>
        <source>Output: logits</source>
        <translation>Ausgabe: Logits</translation>
    </message>
    <message>
        <source>× %1</source>
        <translation>× %1</translation>
    </message>
    <message>
        <source>%1 · %2 parameters</source>
        <translation>%1 · %2 Parameter</translation>
    </message>
    <message>
        <source>Feed-forward, %3: %1 → %2 → %1</source>
        <translation>Feed-forward, %3: %1 → %2 → %1</translation>
    </message>
    <message>
        <source>Feed-forward: %1 → %2 → %1</source>
        <translation>Feed-forward: %1 → %2 → %1</translation>
    </message>
    <message>
        <source>Causal attention: %1</source>
        <translation>Kausale Attention: %1</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Addition</translation>
    </message>
    <message>
        <source>Add &amp; RMSNorm</source>
        <translation>Addition &amp; RMSNorm</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>Norm</translation>
    </message>
    <message>
        <source>RMSNorm</source>
        <translation>RMSNorm</translation>
    </message>
    <message>
        <source>+ learned positions</source>
        <translation>+ gelernte Positionen</translation>
    </message>
    <message>
        <source>%1, rotary</source>
        <translation>%1, rotiert</translation>
    </message>
    <message>
        <source>%1, ALiBi</source>
        <translation>%1, ALiBi</translation>
    </message>
    <message>
        <source>Output: logits, tied</source>
        <translation>Ausgabe: Logits, gebunden</translation>
    </message>
    <message>
        <source>Class token in front</source>
        <translation>Klassentoken davor</translation>
    </message>
    <message>
        <source>+ token types</source>
        <translation>+ Tokenarten</translation>
    </message>
    <message>
        <source>Mean over positions</source>
        <translation>Mittel über die Positionen</translation>
    </message>
    <message>
        <source>First position</source>
        <translation>Erste Position</translation>
    </message>
    <message>
        <source>Last position</source>
        <translation>Letzte Position</translation>
    </message>
    <message>
        <source>, %1 of keys</source>
        <translation>, %1 für Schlüssel</translation>
    </message>
    <message>
        <source>Pooler, %1</source>
        <translation>Pooler, %1</translation>
    </message>
    <message>
        <source>All positions, joined</source>
        <translation>Alle Positionen, aneinandergereiht</translation>
    </message>
</context>
<context>
    <name>attx::ArchitectureView</name>
    <message>
        <source>Architecture</source>
        <translation>Architektur</translation>
    </message>
    <message>
        <source>The parts of the network, from the input to the answer; click one for its weights or its page</source>
        <translation>Die Teile des Netzes von der Eingabe zur Antwort; ein Klick zeigt die Gewichte eines Teils oder öffnet seine Seite</translation>
    </message>
</context>
<context>
    <name>attx::AttentionPage</name>
    <message>
        <source>Back to the grid</source>
        <translation>Zurück zum Raster</translation>
    </message>
    <message>
        <source>Back to the grid of all heads (Esc)</source>
        <translation>Zurück zum Raster aller Köpfe (Esc)</translation>
    </message>
    <message>
        <source>Close the head importance</source>
        <translation>Wichtigkeit der Köpfe schließen</translation>
    </message>
    <message>
        <source>Close this figure</source>
        <translation>Diese Abbildung schließen</translation>
    </message>
    <message>
        <source>What kind of head it is</source>
        <translation>Welche Art von Kopf es ist</translation>
    </message>
    <message>
        <source>Means over the queries of this sequence</source>
        <translation>Mittel über die Anfragen dieser Sequenz</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>Row: query; column: key; bright: what it attends to.</source>
        <translation>Zeile: Anfrage; Spalte: Schlüssel; hell: worauf sie achtet.</translation>
    </message>
    <message>
        <source>%1 − %2</source>
        <translation>%1 − %2</translation>
    </message>
    <message>
        <source>layer %1, head %2</source>
        <translation>Schicht %1, Kopf %2</translation>
    </message>
    <message>
        <source>Restore %1</source>
        <translation>%1 einschalten</translation>
    </message>
    <message>
        <source>Ablate %1</source>
        <translation>%1 ausschalten</translation>
    </message>
    <message>
        <source>Ablate or restore layer %1</source>
        <translation>Schicht %1 aus- oder einschalten</translation>
    </message>
    <message>
        <source>Keep only this head of layer %1</source>
        <translation>Nur diesen Kopf von Schicht %1 behalten</translation>
    </message>
    <message>
        <source>Restore all</source>
        <translation>Alles einschalten</translation>
    </message>
    <message>
        <source>Enlarge %1</source>
        <translation>%1 vergrößern</translation>
    </message>
    <message>
        <source>Show this head in Step by step</source>
        <translation>Diesen Kopf in „Schrittweise“ zeigen</translation>
    </message>
    <message>
        <source>Show this head in Step by step: every number of it, from the projections to the output</source>
        <translation>Diesen Kopf in „Schrittweise“ zeigen: jede seiner Zahlen, von den Projektionen bis zur Ausgabe</translation>
    </message>
    <message>
        <source>Show %1 in Step by step</source>
        <translation>%1 in „Schrittweise“ zeigen</translation>
    </message>
    <message>
        <source>Activation patching</source>
        <translation>Aktivierungen einsetzen</translation>
    </message>
    <message>
        <source>Puts one activation after the other of a second input into the run on this one, and shows what brings its answer back (Meng et al. 2022)</source>
        <translation>Setzt eine Aktivierung nach der anderen aus einer zweiten Eingabe in den Lauf mit dieser ein und zeigt, was deren Antwort zurückbringt (activation patching, Meng et al. 2022)</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>The layer whose heads are shown; all of them take long to draw</source>
        <translation>Die Schicht, deren Köpfe gezeigt werden; alle zu zeichnen dauert lange</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source> · most similar: layer %1, head %2 (%3&#xa0;% overlap)</source>
        <translation> · am ähnlichsten: Schicht %1, Kopf %2 (%3&#xa0;% Überlappung)</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>Differenz</translation>
    </message>
</context>
<context>
    <name>attx::CheckpointDialog</name>
    <message>
        <source>Open a checkpoint</source>
        <translation>Checkpoint öffnen</translation>
    </message>
    <message>
        <source>%1 holds the network&apos;s weights, but not everything about the network. What is likely stands here already; change it if you know better.</source>
        <translation>%1 enthält die Gewichte des Netzes, aber nicht alles über das Netz. Das Wahrscheinliche ist schon eingetragen; ändern, was besser bekannt ist.</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>reads</source>
        <translation>liest</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>antwortet</translation>
    </message>
    <message>
        <source>embedding scale</source>
        <translation>Faktor des Embeddings</translation>
    </message>
</context>
<context>
    <name>attx::CommandSearch</name>
    <message>
        <source>Command search</source>
        <translation>Befehlssuche</translation>
    </message>
    <message>
        <source>Commands, pages, settings, methods, lessons, manual</source>
        <translation>Befehle, Seiten, Einstellungen, Verfahren, Lektionen, Handbuch</translation>
    </message>
    <message>
        <source>Search for</source>
        <translation>Suchen nach</translation>
    </message>
    <message>
        <source>Some words of what is looked for, in any order</source>
        <translation>Einige Wörter des Gesuchten, in beliebiger Reihenfolge</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Gefunden</translation>
    </message>
    <message>
        <source>Nothing has all of these words; these have some of them.</source>
        <translation>Nichts hat alle diese Wörter; dies hat einige davon.</translation>
    </message>
    <message>
        <source>Nothing was found for these words.</source>
        <translation>Zu diesen Wörtern wurde nichts gefunden.</translation>
    </message>
</context>
<context>
    <name>attx::ComparedNetwork</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 is a network for another task; it has no answer to what is shown. Open it alone, or first a run of its own task.</source>
        <translation>%1 ist ein Netz für eine andere Aufgabe und hat keine Antwort auf das Gezeigte. Es allein öffnen, oder zuerst einen Lauf seiner eigenen Aufgabe.</translation>
    </message>
</context>
<context>
    <name>attx::Comparison</name>
    <message>
        <source>The comparison with %1 is closed: it is a network for another task, with no answer to what is shown now.</source>
        <translation>Der Vergleich mit %1 ist geschlossen: Es ist ein Netz für eine andere Aufgabe, ohne Antwort auf das jetzt Gezeigte.</translation>
    </message>
    <message>
        <source>is a network for another task: it has no answer to what is shown</source>
        <translation>ist ein Netz für eine andere Aufgabe: Es hat keine Antwort auf das Gezeigte</translation>
    </message>
    <message>
        <source>is a checkpoint: it keeps no curves of its training</source>
        <translation>ist ein Checkpoint: Er enthält keine Kurven seines Trainings</translation>
    </message>
    <message>
        <source>reads features of %1 numbers, which these images do not have</source>
        <translation>liest Merkmale aus %1 Zahlen, die diese Bilder nicht haben</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation>%1, Schritt %2</translation>
    </message>
    <message>
        <source>has other layers or heads: click one head in each grid to compare the two, and once more to enlarge them</source>
        <translation>hat andere Schichten oder Köpfe: in jedem Raster einen Kopf anklicken, um die zwei zu vergleichen, und noch einmal, um sie zu vergrößern</translation>
    </message>
    <message>
        <source>this network</source>
        <translation>dieses Netz</translation>
    </message>
    <message>
        <source>%1 − %2</source>
        <translation>%1 − %2</translation>
    </message>
    <message>
        <source>reads other tokens: each of these stands there for the one that has its number</source>
        <translation>andere Token liest: jedes von diesen steht dort für das mit derselben Nummer</translation>
    </message>
    <message>
        <source>this</source>
        <extracomment>The network that is shown, where the names of two compared ones have no room.</extracomment>
        <translation>dieses</translation>
    </message>
    <message>
        <source>other</source>
        <extracomment>The network that is compared with the one shown.</extracomment>
        <translation>anderes</translation>
    </message>
</context>
<context>
    <name>attx::ComparisonBar</name>
    <message>
        <source>Compared network</source>
        <translation>Vergleichsnetz</translation>
    </message>
    <message>
        <source>Close comparison</source>
        <translation>Vergleich schließen</translation>
    </message>
    <message>
        <source>Show one network again</source>
        <translation>Wieder nur ein Netz zeigen</translation>
    </message>
    <message>
        <source>compared with: %1</source>
        <translation>verglichen mit: %1</translation>
    </message>
    <message>
        <source>compared with: %1, which %2</source>
        <translation>verglichen mit %1; dieses %2</translation>
    </message>
</context>
<context>
    <name>attx::ConfigForm</name>
    <message>
        <source>Preset</source>
        <translation>Vorlage</translation>
    </message>
    <message>
        <source>Fills the whole form with a run that is known to work. An edit makes it “custom”.</source>
        <translation>Füllt das ganze Formular mit einem Lauf, der erprobt ist. Eine Änderung macht daraus „eigene“.</translation>
    </message>
    <message>
        <source>Get %1…</source>
        <translation>↓ %1…</translation>
    </message>
    <message>
        <source>device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>How many numbers the network learns</source>
        <translation>Wie viele Zahlen das Netz lernt</translation>
    </message>
    <message>
        <source>Memory for data and training, and how long the whole run is likely to take</source>
        <translation>Speicher für Daten und Training, und wie lange der ganze Lauf voraussichtlich dauert</translation>
    </message>
    <message>
        <source>Go to the first of them</source>
        <translation>Zum ersten davon</translation>
    </message>
    <message>
        <source>fastest</source>
        <translation>das schnellste</translation>
    </message>
    <message>
        <source>processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>Return sets the new rate.</source>
        <translation>Eingabetaste setzt die Rate.</translation>
    </message>
    <message>
        <source>Only the learning rate can change now.</source>
        <translation>Jetzt lässt sich nur die Lernrate ändern.</translation>
    </message>
    <message>
        <source>1 thing to correct: %1</source>
        <translation>1 Angabe zu korrigieren: %1</translation>
    </message>
    <message>
        <source>%1 things to correct: %2</source>
        <translation>%1 Angaben zu korrigieren: %2</translation>
    </message>
    <message>
        <source>%1 Asks before it fetches anything (%2).</source>
        <translation>%1 Fragt, bevor etwas heruntergeladen wird (%2).</translation>
    </message>
    <message>
        <source>First choose images, or get CIFAR-100: the drawn shapes need no network.</source>
        <translation>Zuerst Bilder wählen oder CIFAR-100 herunterladen: Die gezeichneten Formen brauchen kein Netz.</translation>
    </message>
    <message>
        <source>—</source>
        <translation>—</translation>
    </message>
    <message>
        <source>does not fit into memory</source>
        <translation>passt nicht in den Speicher</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 Parameter</translation>
    </message>
    <message>
        <source>%1 · ~%2</source>
        <translation>%1 · ~%2</translation>
    </message>
    <message>
        <source>architecture</source>
        <translation>Architektur</translation>
    </message>
    <message>
        <source>Makes several of the choices below at once, and those of positions, activation and feed-forward.</source>
        <translation>Stellt mehrere der folgenden Einstellungen auf einmal ein, dazu Positionen, Aktivierung und Feed-forward.</translation>
    </message>
    <message>
        <source>own choice</source>
        <translation>eigene Wahl</translation>
    </message>
    <message>
        <source>Show all settings</source>
        <translation>Alle Einstellungen zeigen</translation>
    </message>
    <message>
        <source>Which settings are shown</source>
        <translation>Welche Einstellungen zu sehen sind</translation>
    </message>
    <message>
        <source>The few settings that one tries first, or all of them</source>
        <translation>Die wenigen Einstellungen, die man zuerst probiert, oder alle</translation>
    </message>
    <message>
        <source>Simple</source>
        <translation>Einfach</translation>
    </message>
    <message>
        <source>All settings</source>
        <translation>Alle Einstellungen</translation>
    </message>
    <message>
        <source>find a setting</source>
        <translation>Einstellung suchen</translation>
    </message>
    <message>
        <source>Find a setting</source>
        <translation>Einstellung suchen</translation>
    </message>
    <message>
        <source>Shows the settings that have these words in their names, keys or descriptions</source>
        <translation>Zeigt die Einstellungen, in deren Namen, Kennungen oder Beschreibungen diese Wörter stehen</translation>
    </message>
    <message>
        <source>They have other values than in the preset “%1”. Show all settings.</source>
        <translation>Sie haben andere Werte als in der Vorlage „%1“. Alle Einstellungen zeigen.</translation>
    </message>
    <message>
        <source>%1 training, %2 validation, %3 test rows</source>
        <translation>%1 Trainings-, %2 Validierungs-, %3 Testzeilen</translation>
    </message>
    <message>
        <source>No text is cut</source>
        <translation>Kein Text wird gekürzt</translation>
    </message>
    <message>
        <source>%1 of %2 texts are cut</source>
        <translation>%1 von %2 Texten werden gekürzt</translation>
    </message>
    <message>
        <source>%1 (limit %2 words, 95&#xa0;% have ≤ %3). %4&#xa0;% is padding.</source>
        <translation>%1 (höchstens %2 Wörter, 95&#xa0;% haben ≤ %3). %4&#xa0;% sind Padding.</translation>
    </message>
    <message>
        <source>&amp;preset</source>
        <translation>&amp;Vorlage</translation>
    </message>
    <message>
        <source>%1 (limit %2 tokens, 95&#xa0;% have ≤ %3). %4&#xa0;% is padding.</source>
        <translation>%1 (höchstens %2 Token, 95&#xa0;% haben ≤ %3). %4&#xa0;% sind Padding.</translation>
    </message>
    <message>
        <source>also changed: %1</source>
        <translation>auch geändert: %1</translation>
    </message>
</context>
<context>
    <name>attx::CurveView</name>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Plus and minus zoom, arrow keys pan, Home shows everything.</source>
        <translation>Plus und Minus vergrößern und verkleinern, Pfeiltasten verschieben, Pos1 zeigt alles.</translation>
    </message>
    <message>
        <source> (at %1)</source>
        <translation> (bei %1)</translation>
    </message>
</context>
<context>
    <name>attx::DeviceTestDialog</name>
    <message>
        <source>Test graphics device</source>
        <translation>Grafikgerät prüfen</translation>
    </message>
    <message>
        <source>Computes small networks on the graphics device and on the processor, compares the results and takes the time of both. It takes about a minute; a training that runs meanwhile would falsify the times.</source>
        <translation>Rechnet kleine Netze auf dem Grafikgerät und auf dem Prozessor, vergleicht die Ergebnisse und misst die Zeit von beiden. Das dauert etwa eine Minute; ein Training, das währenddessen läuft, würde die Zeiten verfälschen.</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>The report will be here.</source>
        <translation>Hier wird der Bericht stehen.</translation>
    </message>
    <message>
        <source>&amp;Test</source>
        <translation>&amp;Prüfen</translation>
    </message>
    <message>
        <source>&amp;Save report…</source>
        <translation>Bericht &amp;speichern…</translation>
    </message>
    <message>
        <source>Save all numbers as JSON, to keep or to send; it names the device and no file of yours</source>
        <translation>Alle Zahlen als JSON speichern, zum Behalten oder Verschicken; der Bericht nennt das Gerät und keine eigenen Dateien</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Testing: %1</source>
        <translation>Geprüft wird: %1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Save report</source>
        <translation>Bericht speichern</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>Gespeichert: %1</translation>
    </message>
    <message>
        <source>%1 was not saved: %2</source>
        <translation>%1 wurde nicht gespeichert: %2</translation>
    </message>
    <message>
        <source>%1 does not start: %2</source>
        <translation>%1 startet nicht: %2</translation>
    </message>
    <message>
        <source>Nothing wrong was found.</source>
        <translation>Keine Fehler gefunden.</translation>
    </message>
    <message>
        <source>The test crashed, most likely inside the driver; this window and its run go on.</source>
        <translation>Die Prüfung ist abgestürzt, wahrscheinlich im Treiber; dieses Fenster und sein Lauf laufen weiter.</translation>
    </message>
    <message>
        <source>Something is wrong; the last lines say what.</source>
        <translation>Etwas stimmt nicht; die letzten Zeilen sagen, was.</translation>
    </message>
    <message>
        <source>There is no graphics device here that can be used; networks run on the processor.</source>
        <translation>Hier gibt es kein verwendbares Grafikgerät; Netze laufen auf dem Prozessor.</translation>
    </message>
    <message>
        <source>the devices</source>
        <translation>die Geräte</translation>
    </message>
    <message>
        <source>the time of a step</source>
        <translation>die Zeit eines Schritts</translation>
    </message>
    <message>
        <source>each kernel</source>
        <translation>jeder Kernel</translation>
    </message>
    <message>
        <source>the same numbers each time</source>
        <translation>jedes Mal dieselben Zahlen</translation>
    </message>
    <message>
        <source>a device that is lost</source>
        <translation>ein Gerät, das ausfällt</translation>
    </message>
    <message>
        <source>the time of each kernel</source>
        <translation>die Zeit jedes Kernels</translation>
    </message>
    <message>
        <source>what “auto” chooses</source>
        <translation>was „auto“ wählt</translation>
    </message>
    <message>
        <source>the start</source>
        <translation>der Start</translation>
    </message>
    <message>
        <source>training, compared with the processor</source>
        <translation>Training, verglichen mit dem Prozessor</translation>
    </message>
</context>
<context>
    <name>attx::Download</name>
    <message>
        <source>this Qt has no TLS backend, so it cannot fetch https addresses. Install the OpenSSL libraries, or fetch the file with a browser and choose it as a file.</source>
        <translation>diesem Qt fehlt TLS, es kann nichts von https-Adressen laden. Die OpenSSL-Bibliotheken installieren, oder die Datei mit einem Browser herunterladen und als Datei wählen.</translation>
    </message>
    <message>
        <source>the folder %1 cannot be made. Choose another.</source>
        <translation>der Ordner %1 lässt sich nicht anlegen. Einen anderen wählen.</translation>
    </message>
    <message>
        <source>%1 cannot be written (%2). Choose a folder that you may write to.</source>
        <translation>%1 lässt sich nicht schreiben (%2). Einen beschreibbaren Ordner wählen.</translation>
    </message>
    <message>
        <source>%1 needs %2, and only %3 are free. Free some space, or choose another folder.</source>
        <translation>%1 braucht %2, und nur %3 sind frei. Platz schaffen oder einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>the server sends on to %1, %2.</source>
        <translation>der Server leitet weiter zu %1, %2.</translation>
    </message>
    <message>
        <source>which is no safe address</source>
        <translation>was keine sichere Adresse ist</translation>
    </message>
    <message>
        <source>and so on without end</source>
        <translation>und immer weiter ohne Ende</translation>
    </message>
    <message>
        <source>the server answers with a part that was not asked for. Try again later.</source>
        <translation>der Server antwortet mit einem Teil, der nicht verlangt war. Später noch einmal versuchen.</translation>
    </message>
    <message>
        <source>expected %1 bytes, the server offers %2. The file has changed there, or a login page of this network answers in its place: open the address in a browser.</source>
        <translation>erwartet sind %1 Bytes, der Server bietet %2. Die Datei hat sich dort geändert, oder eine Anmeldeseite dieses Netzwerks antwortet an ihrer Stelle: die Adresse in einem Browser öffnen.</translation>
    </message>
    <message>
        <source>expected %1 bytes, the server sends more. What came was thrown away; the file has changed there.</source>
        <translation>erwartet sind %1 Bytes, der Server schickt mehr. Das Empfangene wurde verworfen; die Datei hat sich dort geändert.</translation>
    </message>
    <message>
        <source>%1 cannot be written (%2). Free some space, or choose another folder.</source>
        <translation>%1 lässt sich nicht schreiben (%2). Platz schaffen oder einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>the server answered %1 (%2). Try again later; if that lasts, fetch the file with a browser and choose it as a file.</source>
        <translation>der Server antwortete mit %1 (%2). Später noch einmal versuchen; bleibt es dabei, die Datei mit einem Browser herunterladen und als Datei wählen.</translation>
    </message>
    <message>
        <source>no machine named %1 was found. Check the connection to the network.</source>
        <translation>kein Rechner namens %1 wurde gefunden. Die Netzwerkverbindung prüfen.</translation>
    </message>
    <message>
        <source>%1 refused the connection. Try again later, or check the connection to the network.</source>
        <translation>%1 hat die Verbindung abgelehnt. Später noch einmal versuchen oder die Netzwerkverbindung prüfen.</translation>
    </message>
    <message>
        <source>%1 has said nothing for %2 s. Check the connection to the network, and try again.</source>
        <translation>%1 antwortet seit %2 s nicht. Die Netzwerkverbindung prüfen und noch einmal versuchen.</translation>
    </message>
    <message>
        <source>there is no safe connection to %1 (%2). Check the clock of this machine and the network that it is in.</source>
        <translation>zu %1 gibt es keine sichere Verbindung (%2). Die Uhr dieses Rechners und sein Netzwerk prüfen.</translation>
    </message>
    <message>
        <source>the connection broke. Try again.</source>
        <translation>die Verbindung brach ab. Noch einmal versuchen.</translation>
    </message>
    <message>
        <source>%1. Check the connection to the network, and try again.</source>
        <translation>%1. Die Netzwerkverbindung prüfen und noch einmal versuchen.</translation>
    </message>
    <message>
        <source> %1 of %2 are kept, and gone on with.</source>
        <translation> %1 von %2 sind schon da und werden weiterverwendet.</translation>
    </message>
    <message>
        <source>what came is another file (SHA-256 expected %1…, found %2…), and was thrown away. It was altered on the way, or has changed there: try again, from another network if need be.</source>
        <translation>es kam eine andere Datei an (SHA-256 erwartet %1…, gefunden %2…); sie wurde verworfen. Sie wurde unterwegs verändert oder hat sich dort geändert: noch einmal versuchen, nötigenfalls aus einem anderen Netzwerk.</translation>
    </message>
    <message>
        <source>%1 cannot be given its name (%2). Choose another folder.</source>
        <translation>%1 lässt sich nicht benennen (%2). Einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>%1 was not fetched: %2</source>
        <translation>%1 wurde nicht heruntergeladen: %2</translation>
    </message>
</context>
<context>
    <name>attx::DownloadDialog</name>
    <message>
        <source>Get %1</source>
        <translation>%1 herunterladen</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>By</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Terms</source>
        <translation>Bedingungen</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>The folder that it is put into; it is made if need be</source>
        <translation>Der Ordner dafür; er wird nötigenfalls angelegt</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>&amp;Durchsuchen…</translation>
    </message>
    <message>
        <source>Choose the folder</source>
        <translation>Den Ordner wählen</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>&amp;Ordner</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Asking the server…</source>
        <translation>Der Server wird gefragt…</translation>
    </message>
    <message>
        <source>Checking it…</source>
        <translation>Wird geprüft…</translation>
    </message>
    <message>
        <source>Unpacking it…</source>
        <translation>Wird entpackt…</translation>
    </message>
    <message>
        <source>&amp;Use it</source>
        <translation>&amp;Verwenden</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>&amp;Get it</source>
        <translation>&amp;Herunterladen</translation>
    </message>
    <message>
        <source>The file is there already: check it and use it</source>
        <translation>Die Datei ist schon da: prüfen und verwenden</translation>
    </message>
    <message>
        <source>Fetch what is missing</source>
        <translation>Herunterladen, was noch fehlt</translation>
    </message>
    <message>
        <source>Fetch it now; nothing was fetched so far</source>
        <translation>Jetzt herunterladen; bisher wurde nichts geladen</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>&amp;Schließen</translation>
    </message>
    <message>
        <source>Stop here; what was fetched is kept</source>
        <translation>Hier aufhören; was schon geladen ist, bleibt erhalten</translation>
    </message>
    <message>
        <source>Close this window</source>
        <translation>Dieses Fenster schließen</translation>
    </message>
    <message>
        <source>Cancelled; what was fetched is kept.</source>
        <translation>Abgebrochen; was schon geladen ist, bleibt erhalten.</translation>
    </message>
</context>
<context>
    <name>attx::EvaluatePage</name>
    <message>
        <source>Evaluate</source>
        <translation>Auswerten</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Most frequent confusions</source>
        <translation>Häufigste Verwechslungen</translation>
    </message>
    <message>
        <source>Most frequent confusions: none, each answer is right</source>
        <translation>Häufigste Verwechslungen: keine, jede Antwort ist richtig</translation>
    </message>
    <message>
        <source>Click a pair to list its examples</source>
        <translation>Ein Klick auf ein Paar listet seine Beispiele auf</translation>
    </message>
    <message>
        <source>true</source>
        <translation>tatsächlich</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>vorhergesagt</translation>
    </message>
    <message>
        <source>count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>example</source>
        <translation>Beispiel</translation>
    </message>
    <message>
        <source>position</source>
        <translation>Position</translation>
    </message>
    <message>
        <source>On the diagonal of the matrix are the right answers; click a cell for examples.</source>
        <translation>Auf der Diagonale der Matrix stehen die richtigen Antworten; ein Klick auf eine Zelle zeigt Beispiele.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Answer the data with the network as it is now</source>
        <translation>Die Daten vom Netz in seinem jetzigen Stand beantworten lassen</translation>
    </message>
    <message>
        <source>There are no data to evaluate on.</source>
        <translation>Es gibt keine Daten zum Auswerten.</translation>
    </message>
    <message>
        <source>%1 of %2 right: %3 (chance %4)</source>
        <translation>%1 von %2 richtig: %3 (Zufall: %4)</translation>
    </message>
    <message>
        <source> · %1 examples so far …</source>
        <translation> · bisher %1 Beispiele …</translation>
    </message>
    <message>
        <source>evaluating …</source>
        <translation>Auswertung läuft …</translation>
    </message>
    <message>
        <source>Mistakes: %1</source>
        <translation>Fehler: %1</translation>
    </message>
    <message>
        <source>True %1, predicted %2: %3</source>
        <translation>Tatsächlich %1, vorhergesagt %2: %3</translation>
    </message>
    <message>
        <source> (the first %1)</source>
        <translation> (die ersten %1)</translation>
    </message>
    <message>
        <source>Example %1 is shown on the other pages</source>
        <translation>Beispiel %1 wird auf den anderen Seiten gezeigt</translation>
    </message>
    <message>
        <source>Click an example to look at it on the other pages; p is the probability of the prediction</source>
        <translation>Ein Klick auf ein Beispiel zeigt es auf den anderen Seiten; p ist die Wahrscheinlichkeit der Vorhersage</translation>
    </message>
    <message>
        <source> · whole sequences right: %1</source>
        <translation> · ganze Sequenzen richtig: %1</translation>
    </message>
    <message>
        <source>The network is as good as the text surprises it little; click a place to look at it.</source>
        <translation>Je weniger der Text das Netz überrascht, desto besser ist es; ein Klick auf eine Stelle zeigt sie.</translation>
    </message>
    <message>
        <source> · among the five likeliest %1 · loss %2 nats · perplexity %3</source>
        <translation> · unter den fünf wahrscheinlichsten %1 · Verlust %2 nat · Perplexität %3</translation>
    </message>
    <message>
        <source> · %1 bits per character</source>
        <translation> · %1 Bit je Zeichen</translation>
    </message>
    <message>
        <source>Most surprising tokens; p is the probability of the true one</source>
        <translation>Überraschendste Token; p ist die Wahrscheinlichkeit des tatsächlichen</translation>
    </message>
    <message>
        <source>data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>not evaluated yet</source>
        <translation>noch nicht ausgewertet</translation>
    </message>
    <message>
        <source> · of another state of the network</source>
        <translation> · von einem anderen Stand des Netzes</translation>
    </message>
</context>
<context>
    <name>attx::ExplainPage</name>
    <message>
        <source>Back to all maps</source>
        <translation>Zurück zu allen Karten</translation>
    </message>
    <message>
        <source>Back to all maps (Esc)</source>
        <translation>Zurück zu allen Karten (Esc)</translation>
    </message>
    <message>
        <source>What the maps show</source>
        <translation>Was die Karten zeigen</translation>
    </message>
    <message>
        <source>input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>Erklären</translation>
    </message>
    <message>
        <source>Row: output; column: input; bright: inputs the output depends on.</source>
        <translation>Zeile: Ausgabe; Spalte: Eingabe; hell: Eingaben, von denen die Ausgabe abhängt.</translation>
    </message>
    <message>
        <source>the loss</source>
        <translation>der Verlust</translation>
    </message>
    <message>
        <source>the loss (label unknown: predicted class)</source>
        <translation>der Verlust (Klasse unbekannt: vorhergesagte)</translation>
    </message>
    <message>
        <source>Explains the logit of a class, not the loss.</source>
        <translation>Erklärt das Logit einer Klasse, nicht den Verlust.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source> (They add up to the change of the logit within %1 %.)</source>
        <translation> (Ihre Summe trifft die Änderung des Logits auf %1 % genau.)</translation>
    </message>
    <message>
        <source> &lt;b&gt;(They miss the change of the logit by up to %1 %: do not trust them far.)&lt;/b&gt;</source>
        <translation> &lt;b&gt;(Sie verfehlen die Änderung des Logits um bis zu %1 %: nur mit Vorsicht verwenden.)&lt;/b&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;: %2</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;: %2</translation>
    </message>
    <message>
        <source>A&lt;sub&gt;l&lt;/sub&gt; attention of layer l, L the last; Ā its mean over heads; s the residual share; I the identity; ⊙ element by element; (x)⁺ the positive part; i output, j input.</source>
        <translation>A&lt;sub&gt;l&lt;/sub&gt; Attention der Schicht l, L die letzte; Ā ihr Mittel über die Köpfe; s der Residualanteil; I die Einheitsmatrix; ⊙ elementweise; (x)⁺ der positive Teil; i Ausgabe, j Eingabe.</translation>
    </message>
    <message>
        <source>What is explained</source>
        <translation>Was erklärt wird</translation>
    </message>
    <message>
        <source>The number whose gradient is taken, for attention × gradient and relevance</source>
        <translation>Die Zahl, deren Gradient gebildet wird, für Attention × Gradient und Relevanz</translation>
    </message>
    <message>
        <source>predicted class, everywhere</source>
        <translation>vorhergesagte Klasse, überall</translation>
    </message>
    <message>
        <source>one position and class</source>
        <translation>eine Position und Klasse</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Position</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>vorhergesagt</translation>
    </message>
    <message>
        <source>position</source>
        <translation>Position</translation>
    </message>
    <message>
        <source>class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Difference to</source>
        <translation>Differenz zu</translation>
    </message>
    <message>
        <source>Shows each map of the same unit minus this one</source>
        <translation>Zeigt jede Karte derselben Einheit minus diese</translation>
    </message>
    <message>
        <source>explain</source>
        <translation>erklären</translation>
    </message>
    <message>
        <source>difference to</source>
        <translation>Differenz zu</translation>
    </message>
    <message>
        <source>Formulas</source>
        <translation>Formeln</translation>
    </message>
    <message>
        <source>Show the formula of each map and what its letters mean</source>
        <translation>Die Formel jeder Karte zeigen und was ihre Buchstaben bedeuten</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>First layer</source>
        <translation>Erste Schicht</translation>
    </message>
    <message>
        <source>Explanations begin at this layer</source>
        <translation>Erklärungen beginnen bei dieser Schicht</translation>
    </message>
    <message>
        <source>Last layer</source>
        <translation>Letzte Schicht</translation>
    </message>
    <message>
        <source>Explanations end with this layer</source>
        <translation>Erklärungen enden mit dieser Schicht</translation>
    </message>
    <message>
        <source>Residual share</source>
        <translation>Residualanteil</translation>
    </message>
    <message>
        <source>How much of what a rollout passes on goes around the attention, 0 to 1</source>
        <translation>Welcher Anteil dessen, was ein Rollout weitergibt, an der Attention vorbeigeht, 0 bis 1</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Köpfe</translation>
    </message>
    <message>
        <source>How a rollout makes one map of the heads of a layer</source>
        <translation>Wie ein Rollout aus den Köpfen einer Schicht eine Karte macht</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>größtes</translation>
    </message>
    <message>
        <source>smallest</source>
        <translation>kleinstes</translation>
    </message>
    <message>
        <source>Signed attention × gradient</source>
        <translation>Attention × Gradient mit Vorzeichen</translation>
    </message>
    <message>
        <source>Attention × gradient with its sign: what speaks against the score is negative</source>
        <translation>Attention × Gradient mit Vorzeichen: Was gegen die erklärte Größe spricht, ist negativ</translation>
    </message>
    <message>
        <source>Relevance − I</source>
        <translation>Relevanz − I</translation>
    </message>
    <message>
        <source>Relevance without the identity</source>
        <translation>Relevanz ohne die Einheitsmatrix</translation>
    </message>
    <message>
        <source>Without the identity that relevance begins with, so that the diagonal does not drown the rest</source>
        <translation>Ohne die Einheitsmatrix, mit der die Relevanz beginnt, damit die Diagonale den Rest nicht überdeckt</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>rollout: residual</source>
        <translation>Rollout: Residualanteil</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>Köpfe</translation>
    </message>
    <message>
        <source>The output position that is explained, from 1</source>
        <translation>Die Position der Ausgabe, die erklärt wird, ab 1</translation>
    </message>
    <message>
        <source>The class whose logit is explained, of a set the number of the image; the first choice is the predicted one</source>
        <translation>Die Klasse, deren Logit erklärt wird, bei einer Menge die Nummer des Bildes; die erste Wahl ist die vorhergesagte</translation>
    </message>
    <message>
        <source>Formulas (A: attention, G: its gradient, Ā: the mean over heads)</source>
        <translation>Formeln (A: Attention, G: ihr Gradient, Ā: das Mittel über die Köpfe)</translation>
    </message>
    <message>
        <source>Laboratory</source>
        <translation>Praktikum</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>Methods that ask how the score changes with small changes</source>
        <translation>Verfahren, die fragen, wie sich die erklärte Größe bei kleinen Änderungen ändert</translation>
    </message>
    <message>
        <source>Perturbation</source>
        <translation>Eingriffe</translation>
    </message>
    <message>
        <source>Methods that take something away and look what happens</source>
        <translation>Verfahren, die etwas wegnehmen und zeigen, was geschieht</translation>
    </message>
    <message>
        <source>Which explanations are shown</source>
        <translation>Welche Erklärungen gezeigt werden</translation>
    </message>
    <message>
        <source>Methods (%1)</source>
        <translation>Verfahren (%1)</translation>
    </message>
    <message>
        <source>First and last layer, rollout, attention × gradient side by side</source>
        <translation>Erste und letzte Schicht, Rollout und Attention × Gradient nebeneinander</translation>
    </message>
    <message>
        <source>tick a set:</source>
        <translation>Auswahl:</translation>
    </message>
    <message>
        <source>Restore all</source>
        <translation>Alles einschalten</translation>
    </message>
    <message>
        <source>Restore every ablated head and masked token</source>
        <translation>Alle ausgeschalteten Köpfe und maskierten Token wieder einschalten</translation>
    </message>
    <message>
        <source>Colour scale, difference, formulas, and choices of the methods</source>
        <translation>Farbskala, Differenz, Formeln und was die Verfahren zur Wahl stellen</translation>
    </message>
    <message>
        <source>Maps in another unit than %1 (%2) are left out.</source>
        <translation>Karten mit anderer Einheit als %1 (%2) fehlen.</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>Differenz</translation>
    </message>
</context>
<context>
    <name>attx::ExportDialog</name>
    <message>
        <source>Export figure</source>
        <translation>Abbildung exportieren</translation>
    </message>
    <message>
        <source>PNG picture</source>
        <translation>PNG-Bild</translation>
    </message>
    <message>
        <source>SVG drawing</source>
        <translation>SVG-Zeichnung</translation>
    </message>
    <message>
        <source>PDF page</source>
        <translation>PDF-Seite</translation>
    </message>
    <message>
        <source>CSV table of the numbers</source>
        <translation>CSV-Tabelle der Zahlen</translation>
    </message>
    <message>
        <source>NPY array of the numbers</source>
        <translation>NPY-Array der Zahlen</translation>
    </message>
    <message>
        <source>A picture, or the numbers that it shows. SVG and PDF stay sharp at any size.</source>
        <translation>Ein Bild oder die Zahlen, die es zeigt. SVG und PDF bleiben in jeder Größe scharf.</translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>&amp;Format</translation>
    </message>
    <message>
        <source>F&amp;ile</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>The file to write. Its ending decides the format.</source>
        <translation>Die Datei, die geschrieben wird. Die Endung bestimmt das Format.</translation>
    </message>
    <message>
        <source>Pixels for each px: 2 is sharp on a good screen, 3 to 4 in print</source>
        <translation>Pixel je px: 2 ist scharf auf einem guten Bildschirm, 3 bis 4 im Druck</translation>
    </message>
    <message>
        <source>S&amp;cale</source>
        <translation>S&amp;kalierung</translation>
    </message>
    <message>
        <source>The numbers as shown, in full precision</source>
        <translation>Die Zahlen wie gezeigt, in voller Genauigkeit</translation>
    </message>
    <message>
        <source>%1 × %2 pixels, %3 dpi</source>
        <translation>%1 × %2 Pixel, %3 dpi</translation>
    </message>
    <message>
        <source>%1 × %2 mm in print, text %3 pt (smallest %4 pt)</source>
        <translation>%1 × %2 mm im Druck, Text %3 pt (kleinster %4 pt)</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>The picture as it will be written</source>
        <translation>Das Bild, wie es geschrieben wird</translation>
    </message>
    <message>
        <source>numbers, no picture</source>
        <translation>Zahlen, kein Bild</translation>
    </message>
    <message>
        <source>Copy as co&amp;mmand</source>
        <translation>Als Befe&amp;hl kopieren</translation>
    </message>
    <message>
        <source>The line for a terminal that writes this file, as it is asked for here</source>
        <translation>Die Zeile für ein Terminal, die diese Datei schreibt, so wie hier gewählt</translation>
    </message>
</context>
<context>
    <name>attx::FaithfulPage</name>
    <message>
        <source>How faithful?</source>
        <translation>Wie treu?</translation>
    </message>
    <message>
        <source>The further a method&apos;s curve lies from that of random orders, the more faithful it is.</source>
        <translation>Je weiter die Kurve eines Verfahrens von der zufälliger Reihenfolgen entfernt ist, desto treuer ist es.</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Methods</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Methods to measure; each takes its time</source>
        <translation>Zu messende Verfahren; jedes braucht seine Zeit</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Explain validation samples by several methods and remove inputs in their orders; 200 take seconds to a minute</source>
        <translation>Validierungsbeispiele mit mehreren Verfahren erklären und Eingaben in deren Reihenfolge entfernen; 200 dauern Sekunden bis eine Minute</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>By falling comprehensiveness. Comprehensiveness: how much probability is lost without the inputs named first; sufficiency: how much is missing with only them. Behind ± the band of 95 %.</source>
        <translation>Nach fallender Comprehensiveness. Comprehensiveness: wie viel Wahrscheinlichkeit ohne die zuerst genannten Eingaben verloren geht; Sufficiency: wie viel mit ihnen allein fehlt. Hinter ± das 95-%-Band.</translation>
    </message>
    <message>
        <source>method</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>comprehensiveness</source>
        <translation>Comprehensiveness</translation>
    </message>
    <message>
        <source>sufficiency</source>
        <translation>Sufficiency</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>There are no data to evaluate on.</source>
        <translation>Es gibt keine Daten zum Auswerten.</translation>
    </message>
    <message>
        <source>measuring: %1 of %2 samples …</source>
        <translation>Messung: %1 von %2 Beispielen …</translation>
    </message>
    <message>
        <source>measuring …</source>
        <translation>Messung läuft …</translation>
    </message>
    <message>
        <source>not measured yet</source>
        <translation>noch nicht gemessen</translation>
    </message>
    <message>
        <source>This network is right in %1 (chance %2): nothing can be concluded about explanations.</source>
        <translation>Dieses Netz antwortet zu %1 richtig (Zufall: %2): Über Erklärungen lässt sich nichts schließen.</translation>
    </message>
    <message>
        <source>%1 samples, right in %2 (chance %3)</source>
        <translation>%1 Beispiele, davon %2 richtig (Zufall: %3)</translation>
    </message>
    <message>
        <source> · not kept with the run: %1</source>
        <translation> · nicht beim Lauf aufbewahrt: %1</translation>
    </message>
    <message>
        <source>&quot;Removed&quot;: %1.</source>
        <translation>„Entfernt“: %1.</translation>
    </message>
    <message>
        <source>Press Measure: what the explanations name first is removed, step by step.</source>
        <translation>„Messen“ drücken: Was die Erklärungen zuerst nennen, wird Schritt für Schritt entfernt.</translation>
    </message>
    <message>
        <source>Of the validation data (all data where there are no splits), or as many as there are; the bands narrow with their root</source>
        <translation>Aus den Validierungsdaten (aus allen Daten, wo sie nicht geteilt sind), höchstens so viele, wie es gibt; die Bänder werden mit der Wurzel ihrer Zahl schmaler</translation>
    </message>
    <message>
        <source>weight on
the right input</source>
        <translation>Gewicht der
richtigen Eingabe</translation>
    </message>
    <message>
        <source>right input
ranked first</source>
        <translation>richtige Eingabe
auf Rang 1</translation>
    </message>
    <message>
        <source> · of another state of the network</source>
        <translation> · von einem anderen Stand des Netzes</translation>
    </message>
</context>
<context>
    <name>attx::FeatureWindow</name>
    <message>
        <source>Features</source>
        <translation>Merkmale</translation>
    </message>
    <message>
        <source>What the network sees in each image: %1 of %2</source>
        <translation>Was das Netz in jedem Bild sieht: %1 von %2</translation>
    </message>
    <message>
        <source>, %1 left</source>
        <translation>, noch %1</translation>
    </message>
</context>
<context>
    <name>attx::FeaturesPage</name>
    <message>
        <source>Line %1: expected %2 numbers, found %3.</source>
        <translation>Zeile %1: %2 Zahlen erwartet, %3 gefunden.</translation>
    </message>
    <message>
        <source>Line %1: expected a number, found &quot;%2&quot;.</source>
        <translation>Zeile %1: eine Zahl erwartet, „%2“ gefunden.</translation>
    </message>
    <message>
        <source>Type a vector of %1 numbers, or open a file of them.</source>
        <translation>Einen Vektor von %1 Zahlen eingeben oder eine Datei mit solchen öffnen.</translation>
    </message>
    <message>
        <source>Expected at most %1 vectors, found %2.</source>
        <translation>Höchstens %1 Vektoren erwartet, %2 gefunden.</translation>
    </message>
    <message>
        <source>Features</source>
        <translation>Merkmale</translation>
    </message>
    <message>
        <source>A line is a vector that the network reads, a position of its input. The other pages show the same.</source>
        <translation>Eine Zeile ist ein Vektor, den das Netz liest, eine Position seiner Eingabe. Die anderen Seiten zeigen dieselben.</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>Datei öffnen…</translation>
    </message>
    <message>
        <source>Vectors in an .npz, .npy or table: [sets, vectors, numbers], or a vector in each row</source>
        <translation>Vektoren in einer .npz, .npy oder Tabelle: [Mengen, Vektoren, Zahlen] oder ein Vektor je Zeile</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>Menge</translation>
    </message>
    <message>
        <source>Which set of the file is shown</source>
        <translation>Welche Menge der Datei gezeigt wird</translation>
    </message>
    <message>
        <source>What the network reads</source>
        <translation>Was das Netz liest</translation>
    </message>
    <message>
        <source>Vectors</source>
        <translation>Vektoren</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>What the network answers to these vectors</source>
        <translation>Was das Netz auf diese Vektoren antwortet</translation>
    </message>
    <message>
        <source>vector</source>
        <translation>Vektor</translation>
    </message>
    <message>
        <source>class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>probability</source>
        <translation>Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>The network reads vectors of %1 numbers and answers with one of %2 classes.</source>
        <translation>Das Netz liest Vektoren von %1 Zahlen und antwortet mit einer von %2 Klassen.</translation>
    </message>
    <message>
        <source>set </source>
        <translation>Menge </translation>
    </message>
    <message>
        <source> of %1</source>
        <translation> von %1</translation>
    </message>
    <message>
        <source>Vectors (*.npz *.npy *.csv *.tsv *.tab *.txt *.gz)</source>
        <translation>Vektoren (*.npz *.npy *.csv *.tsv *.tab *.txt *.gz)</translation>
    </message>
    <message>
        <source>%1 vectors, too many numbers to be shown</source>
        <translation>%1 Vektoren, zu viele Zahlen zum Anzeigen</translation>
    </message>
    <message>
        <source>These numbers are drawn, to begin with: no data come with this network. Type others, or open or drop a file.</source>
        <translation>Diese Zahlen sind für den Anfang zufällig gezogen: Zu diesem Netz gibt es keine Daten. Andere eingeben oder eine Datei öffnen oder hineinziehen.</translation>
    </message>
</context>
<context>
    <name>attx::FigureFrame</name>
    <message>
        <source>Save or copy this figure or its numbers</source>
        <translation>Diese Abbildung oder ihre Zahlen speichern oder kopieren</translation>
    </message>
    <message>
        <source>Figure menu</source>
        <translation>Menü der Abbildung</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Exportieren…</translation>
    </message>
    <message>
        <source>Save as PNG, SVG or PDF, or the numbers as CSV or NPY</source>
        <translation>Als PNG, SVG oder PDF speichern, oder die Zahlen als CSV oder NPY</translation>
    </message>
    <message>
        <source>&amp;Copy picture</source>
        <translation>&amp;Bild kopieren</translation>
    </message>
    <message>
        <source>Put the picture on the clipboard</source>
        <translation>Das Bild in die Zwischenablage legen</translation>
    </message>
    <message>
        <source>Copy &amp;data</source>
        <translation>&amp;Daten kopieren</translation>
    </message>
    <message>
        <source>Put the numbers on the clipboard, as a table for spreadsheets</source>
        <translation>Die Zahlen als Tabelle in die Zwischenablage legen, für Tabellenkalkulationen</translation>
    </message>
    <message>
        <source>&amp;Reset view</source>
        <translation>&amp;Ansicht zurücksetzen</translation>
    </message>
    <message>
        <source>Show everything again</source>
        <translation>Wieder alles zeigen</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>Gespeichert: %1</translation>
    </message>
    <message>
        <source>Copied the picture</source>
        <translation>Bild kopiert</translation>
    </message>
    <message>
        <source>Copied the numbers</source>
        <translation>Zahlen kopiert</translation>
    </message>
    <message>
        <source>&amp;Keep as panel</source>
        <translation>Als &amp;Teilabbildung merken</translation>
    </message>
    <message>
        <source>Keep it as it is now, to export several figures as panels a), b), c)</source>
        <translation>So merken, wie sie jetzt ist, um mehrere Abbildungen als Teile a), b), c) zu exportieren</translation>
    </message>
    <message>
        <source>of another state of the network</source>
        <translation>von einem anderen Stand des Netzes</translation>
    </message>
</context>
<context>
    <name>attx::FoldGroup</name>
    <message>
        <source>Fold or unfold the group “%1”</source>
        <translation>Gruppe „%1“ auf- oder zuklappen</translation>
    </message>
</context>
<context>
    <name>attx::FormField</name>
    <message>
        <source>expected a whole number, found “%1”</source>
        <translation>erwartet ist eine ganze Zahl, gefunden „%1“</translation>
    </message>
    <message>
        <source>expected a number such as 0.1, found “%1”</source>
        <translation>erwartet ist eine Zahl wie 0.1, gefunden „%1“</translation>
    </message>
    <message>
        <source>expected a number such as 5e-4 or 0.001, found “%1”</source>
        <translation>erwartet ist eine Zahl wie 5e-4 oder 0.001, gefunden „%1“</translation>
    </message>
    <message>
        <source>expected a whole number from 0, found “%1”</source>
        <translation>erwartet ist eine ganze Zahl ab 0, gefunden „%1“</translation>
    </message>
    <message>
        <source>A folder…</source>
        <translation>Ein Ordner…</translation>
    </message>
    <message>
        <source>A file…</source>
        <translation>Eine Datei…</translation>
    </message>
</context>
<context>
    <name>attx::GuardedApplication</name>
    <message>
        <source>There was not enough memory for what was just asked. Close what is not needed.</source>
        <translation>Für die letzte Aktion reichte der Speicher nicht. Schließen, was nicht gebraucht wird.</translation>
    </message>
    <message>
        <source>Unexpected error: %1</source>
        <translation>Unerwarteter Fehler: %1</translation>
    </message>
</context>
<context>
    <name>attx::HandOutDialog</name>
    <message>
        <source>Save lesson state</source>
        <translation>Lektionsstand speichern</translation>
    </message>
    <message>
        <source>The file to write: the network, its training, and what the window shows of it</source>
        <translation>Die Datei, die geschrieben wird: das Netz, sein Training und was das Fenster davon zeigt</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>&amp;Notes</source>
        <translation>&amp;Notizen</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>With its training the file has curves and timeline; without it is small</source>
        <translation>Mit dem Training hat die Datei Kurven und Zeitleiste; ohne ist sie klein</translation>
    </message>
    <message>
        <source>network and training (about %1)</source>
        <translation>Netz und Training (etwa %1)</translation>
    </message>
    <message>
        <source>network alone (about %1)</source>
        <translation>Netz allein (etwa %1)</translation>
    </message>
    <message>
        <source>&amp;Contents</source>
        <translation>I&amp;nhalt</translation>
    </message>
    <message>
        <source>What the reader of the file sees first</source>
        <translation>Was beim Öffnen der Datei zuerst zu lesen ist</translation>
    </message>
    <message>
        <source>F&amp;ile</source>
        <translation>&amp;Datei</translation>
    </message>
</context>
<context>
    <name>attx::HeadCombos</name>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Up to %1 positions only, because it takes long; there are %2.</source>
        <translation>Nur bis %1 Positionen, weil es lange dauert; hier sind es %2.</translation>
    </message>
</context>
<context>
    <name>attx::HeadCurves</name>
    <message>
        <source>What is drawn of each head</source>
        <translation>Was von jedem Kopf gezeichnet wird</translation>
    </message>
    <message>
        <source>Entropy, distance, importance, or the share of the attention that lies on a pattern; of the first %1 sequences or sets of the validation data</source>
        <translation>Entropie, Abstand, Wichtigkeit oder der Anteil der Attention auf einem Muster; auf den ersten %1 Sequenzen oder Mengen der Validierungsdaten</translation>
    </message>
    <message>
        <source>Measure the heads</source>
        <translation>Die Köpfe messen</translation>
    </message>
    <message>
        <source>What was measured</source>
        <translation>Was gemessen wurde</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Look at every snapshot of this run with every head in turn ablated; takes seconds to minutes</source>
        <translation>Jeden Zwischenstand dieses Laufs ansehen und dabei jeden Kopf einmal ausschalten; dauert Sekunden bis Minuten</translation>
    </message>
    <message>
        <source>Needs a run with snapshots of its training, and its data</source>
        <translation>Braucht einen Lauf mit Zwischenständen seines Trainings und seine Daten</translation>
    </message>
    <message>
        <source>measuring: %1 of %2 snapshots …</source>
        <translation>misst: %1 von %2 Zwischenständen …</translation>
    </message>
    <message>
        <source> · the run has other snapshots by now</source>
        <translation> · der Lauf hat inzwischen andere Zwischenstände</translation>
    </message>
    <message>
        <source>not measured yet</source>
        <translation>noch nicht gemessen</translation>
    </message>
    <message>
        <source>This network has no snapshots to measure.</source>
        <translation>Dieses Netz hat keine Zwischenstände, die sich messen ließen.</translation>
    </message>
    <message>
        <source>Stop measuring the heads</source>
        <translation>Messung der Köpfe beenden</translation>
    </message>
    <message>
        <source>Log x</source>
        <translation>Log x</translation>
    </message>
    <message>
        <source>Equal distances along the axis are equal ratios: the first steps, in which most happens, have their room; step 0 is left out</source>
        <translation>Gleiche Abstände entlang der Achse sind gleiche Verhältnisse: Die ersten Schritte, in denen das meiste geschieht, haben ihren Platz; Schritt 0 fehlt</translation>
    </message>
    <message>
        <source>snapshots: %1, validation samples: %2</source>
        <translation>Zwischenstände: %1, Validierungsbeispiele: %2</translation>
    </message>
    <message>
        <source>Press Measure: every head is looked at in every snapshot of the training.</source>
        <translation>„Messen“ drücken: Jeder Kopf wird in jedem Zwischenstand des Trainings betrachtet.</translation>
    </message>
</context>
<context>
    <name>attx::HeadOrderControls</name>
    <message>
        <source>%1 nats</source>
        <translation>%1 nat</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>Means: entropy %1, distance %2, largest weight %3</source>
        <translation>Mittel: Entropie %1, Abstand %2, größtes Gewicht %3</translation>
    </message>
    <message>
        <source>sort heads by</source>
        <translation>Köpfe nach</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>entropy</source>
        <translation>Entropie</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>largest weight</source>
        <translation>größtem Gewicht</translation>
    </message>
    <message>
        <source>largest first</source>
        <translation>größte zuerst</translation>
    </message>
    <message>
        <source>↑ begins with the smallest value, ↓ with the largest</source>
        <translation>↑ beginnt mit dem kleinsten Wert, ↓ mit dem größten</translation>
    </message>
    <message>
        <source>from</source>
        <translation>von</translation>
    </message>
    <message>
        <source>Heads below this are left out</source>
        <translation>Köpfe darunter werden weggelassen</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>Heads above this are left out</source>
        <translation>Köpfe darüber werden weggelassen</translation>
    </message>
    <message>
        <source>Heads shown</source>
        <translation>Gezeigte Köpfe</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Sorts the heads by what they do in this sequence: entropy (how evenly a query attends to the keys), distance (how far away), the largest weight (means over the queries), or the share of the attention that lies on a pattern: the diagonal, the previous token, the same token …</source>
        <translation>Sortiert die Köpfe danach, was sie in dieser Sequenz tun: Entropie (wie gleichmäßig eine Anfrage auf die Schlüssel achtet), Abstand (wie weit weg), das größte Gewicht (Mittel über die Anfragen) oder der Anteil der Attention auf einem Muster: der Diagonale, dem vorigen Token, gleichen Token …</translation>
    </message>
</context>
<context>
    <name>attx::HeatMapView</name>
    <message>
        <source>Heat map</source>
        <translation>Heatmap</translation>
    </message>
    <message numerus="yes">
        <source>%n heat map(s). Arrow keys move, Enter opens a map.</source>
        <translation>
            <numerusform>%n Heatmap. Pfeiltasten bewegen, Eingabe öffnet eine Karte.</numerusform>
            <numerusform>%n Heatmaps. Pfeiltasten bewegen, Eingabe öffnet eine Karte.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>attx::HelpPanel</name>
    <message>
        <source>Help and lessons</source>
        <translation>Hilfe und Lektionen</translation>
    </message>
    <message>
        <source>Help or a lesson</source>
        <translation>Hilfe oder eine Lektion</translation>
    </message>
    <message>
        <source>Close the help</source>
        <translation>Hilfe schließen</translation>
    </message>
    <message>
        <source>Close this (F1 opens it again)</source>
        <translation>Schließen (F1 öffnet es wieder)</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Help for this page</source>
        <translation>Hilfe zu dieser Seite</translation>
    </message>
    <message>
        <source>Manual: %1</source>
        <translation>Handbuch: %1</translation>
    </message>
    <message>
        <source>Help for the page, a lesson, or a page of the manual</source>
        <translation>Hilfe zur Seite, eine Lektion oder eine Seite des Handbuchs</translation>
    </message>
    <message>
        <source>&amp;Open lessons folder</source>
        <translation>Lektionen&amp;ordner öffnen</translation>
    </message>
    <message>
        <source>Lessons of your own are Markdown files in this folder; it is created if it is missing</source>
        <translation>Eigene Lektionen sind Markdown-Dateien in diesem Ordner; fehlt er, wird er angelegt</translation>
    </message>
    <message>
        <source>own lessons, write a lesson</source>
        <translation>eigene Lektionen, eine Lektion schreiben</translation>
    </message>
    <message>
        <source>&amp;Reload lessons</source>
        <translation>Lektionen &amp;neu laden</translation>
    </message>
    <message>
        <source>Read the files in the lessons folder again</source>
        <translation>Die Dateien im Lektionenordner noch einmal lesen</translation>
    </message>
</context>
<context>
    <name>attx::LessonPanel</name>
    <message>
        <source>Text of the step</source>
        <translation>Text des Schritts</translation>
    </message>
    <message>
        <source>Set this up</source>
        <translation>Einrichten</translation>
    </message>
    <message>
        <source>Choose the preset, settings and page that this step is about</source>
        <translation>Vorlage, Einstellungen und Seite wählen, von denen dieser Schritt handelt</translation>
    </message>
    <message>
        <source>Your answer</source>
        <translation>Eigene Antwort</translation>
    </message>
    <message>
        <source>your answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>The answer to the question of this step</source>
        <translation>Die Antwort auf die Frage dieses Schritts</translation>
    </message>
    <message>
        <source>What is left to do</source>
        <translation>Was noch zu tun ist</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>The step before</source>
        <translation>Der Schritt davor</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>The next step</source>
        <translation>Der nächste Schritt</translation>
    </message>
    <message>
        <source>Next lesson</source>
        <translation>Nächste Lektion</translation>
    </message>
    <message>
        <source>Restart lesson</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Clear this lesson&apos;s progress</source>
        <translation>Fortschritt dieser Lektion löschen</translation>
    </message>
    <message>
        <source>Not quite, try again.</source>
        <translation>Noch nicht richtig. Noch einmal versuchen.</translation>
    </message>
    <message>
        <source>✓ Lesson complete.</source>
        <translation>✓ Lektion abgeschlossen.</translation>
    </message>
    <message>
        <source>✓ Done.</source>
        <translation>✓ Geschafft.</translation>
    </message>
    <message>
        <source>Step %1 of %2: %3</source>
        <translation>Schritt %1 von %2: %3</translation>
    </message>
    <message>
        <source>Clear this lesson&apos;s progress, and begin with its first step?</source>
        <translation>Fortschritt dieser Lektion löschen und mit ihrem ersten Schritt beginnen?</translation>
    </message>
    <message>
        <source>&amp;Restart lesson</source>
        <translation>&amp;Zurücksetzen</translation>
    </message>
    <message>
        <source>The lesson that follows this one</source>
        <translation>Die Lektion, die auf diese folgt</translation>
    </message>
    <message>
        <source>✓ Correct. Steps %1 are still open.</source>
        <translation>✓ Richtig. Schritte %1 sind noch offen.</translation>
    </message>
    <message>
        <source>Please enter a number.</source>
        <translation>Bitte eine Zahl eingeben.</translation>
    </message>
    <message>
        <source>Not quite, try again. %1</source>
        <translation>Noch nicht richtig. Noch einmal versuchen. %1</translation>
    </message>
    <message>
        <source>✓ Correct. Step %1 is still open.</source>
        <translation>✓ Richtig. Schritt %1 ist noch offen.</translation>
    </message>
    <message>
        <source>Go to the page %1.</source>
        <translation>Zur Seite %1 gehen.</translation>
    </message>
    <message>
        <source>This step uses another network. Press &quot;%1&quot;.</source>
        <translation>Dieser Schritt verwendet ein anderes Netz. „%1“ drücken.</translation>
    </message>
    <message>
        <source>✓ Done before, but this answer is not the right one.</source>
        <translation>✓ Schon geschafft, aber diese Antwort ist nicht die richtige.</translation>
    </message>
    <message>
        <source>✓ Correct.</source>
        <translation>✓ Richtig.</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Überspringen</translation>
    </message>
    <message>
        <source>Leave this step open, and go to the next one</source>
        <translation>Diesen Schritt offen lassen und zum nächsten gehen</translation>
    </message>
    <message>
        <source>Why the answer is right</source>
        <translation>Warum die Antwort richtig ist</translation>
    </message>
</context>
<context>
    <name>attx::LikelyTable</name>
    <message>
        <source>Likeliest tokens</source>
        <translation>Wahrscheinlichste Token</translation>
    </message>
    <message>
        <source>Click another token, or press Return on it: the text goes on from it</source>
        <translation>Ein Klick auf ein anderes Token oder die Eingabetaste darauf: Der Text geht von ihm aus weiter</translation>
    </message>
    <message>
        <source>token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>probability</source>
        <translation>Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>attx::MainWindow</name>
    <message>
        <source>Attention Explorer</source>
        <translation>Attention Explorer</translation>
    </message>
    <message>
        <source>Form and network</source>
        <translation>Formular und Netz</translation>
    </message>
    <message>
        <source>Back to the network shown</source>
        <translation>Zurück zum gezeigten Netz</translation>
    </message>
    <message>
        <source>Puts the settings of the network shown into the form again</source>
        <translation>Trägt die Einstellungen des gezeigten Netzes wieder in das Formular ein</translation>
    </message>
    <message>
        <source>The settings differ from the network shown. Press Train to apply them.</source>
        <translation>Die Einstellungen weichen vom gezeigten Netz ab. „Trainieren“ wendet sie an.</translation>
    </message>
    <message>
        <source>%1 – Attention Explorer</source>
        <translation>%1 – Attention Explorer</translation>
    </message>
    <message>
        <source>Training in progress</source>
        <translation>Training läuft</translation>
    </message>
    <message>
        <source>The network is still training. Keep what it has learned so far?</source>
        <translation>Das Netz wird noch trainiert. Das bisher Gelernte behalten?</translation>
    </message>
    <message>
        <source>The network is still training, and the run has no folder to be kept in. Cancel and choose File, Save model as, to keep what it has learned.</source>
        <translation>Das Netz wird noch trainiert, und der Lauf hat keinen Ordner, in dem er bleiben könnte. Zum Behalten abbrechen und „Datei“, „Modell speichern unter“ wählen.</translation>
    </message>
    <message>
        <source>The run was resumed at step %1; what it had learned by then stays in any case.</source>
        <translation>Der Lauf wurde bei Schritt %1 fortgesetzt; was er bis dahin gelernt hatte, bleibt auf jeden Fall.</translation>
    </message>
    <message>
        <source>Discarding removes the folder of the run.</source>
        <translation>Verwerfen löscht den Ordner des Laufs.</translation>
    </message>
    <message>
        <source>&amp;Keep run</source>
        <translation>Lauf &amp;behalten</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>&amp;Verwerfen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>A run is training or paused. Stop it before the lesson sets up another one.</source>
        <translation>Ein Lauf wird trainiert oder pausiert. Ihn beenden, bevor die Lektion einen anderen einrichtet.</translation>
    </message>
    <message>
        <source>The lesson&apos;s sample &quot;%1&quot; is no sequence for this network.</source>
        <translation>Das Beispiel „%1“ der Lektion ist keine Sequenz für dieses Netz.</translation>
    </message>
    <message>
        <source>&amp;Follow the system</source>
        <translation>&amp;Wie das System</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Export figure…</source>
        <translation>Abbildung &amp;exportieren…</translation>
    </message>
    <message>
        <source>Save the figure under the pointer, or the main one of this page</source>
        <translation>Die Abbildung unter dem Zeiger speichern, sonst die Hauptabbildung dieser Seite</translation>
    </message>
    <message>
        <source>Ctrl+E</source>
        <translation>Ctrl+E</translation>
    </message>
    <message>
        <source>Export &amp;all figures</source>
        <translation>&amp;Alle Abbildungen exportieren</translation>
    </message>
    <message>
        <source>as %1…</source>
        <translation>als %1…</translation>
    </message>
    <message>
        <source>Write every figure of every page into a folder</source>
        <translation>Jede Abbildung jeder Seite in einen Ordner schreiben</translation>
    </message>
    <message>
        <source>Save a&amp;nimation…</source>
        <translation>A&amp;nimation speichern…</translation>
    </message>
    <message>
        <source>Save this page&apos;s figure at every snapshot of the run: as numbered pictures, MP4 or GIF</source>
        <translation>Die Abbildung dieser Seite bei jedem Zwischenstand des Laufs speichern: als nummerierte Bilder, MP4 oder GIF</translation>
    </message>
    <message>
        <source>There is nothing to animate: this network has no snapshots of its training. Train it, or open a run.</source>
        <translation>Es gibt nichts zu animieren: Dieses Netz hat keine Zwischenstände seines Trainings. Es trainieren oder einen Lauf öffnen.</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Programm beenden</translation>
    </message>
    <message>
        <source>Close the window</source>
        <translation>Das Fenster schließen</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Lauf</translation>
    </message>
    <message>
        <source>&amp;Train	Space</source>
        <translation>&amp;Trainieren	Leertaste</translation>
    </message>
    <message>
        <source>Train, or hold the run where it is</source>
        <translation>Trainieren, oder den Lauf anhalten</translation>
    </message>
    <message>
        <source>&amp;Step	s</source>
        <translation>&amp;Schritt	s</translation>
    </message>
    <message>
        <source>Train a single step</source>
        <translation>Einen einzigen Schritt trainieren</translation>
    </message>
    <message>
        <source>St&amp;op</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>End the run here; what it has learned is kept</source>
        <translation>Den Lauf hier beenden; das Gelernte bleibt</translation>
    </message>
    <message>
        <source>&amp;Pause	Space</source>
        <translation>&amp;Anhalten	Leertaste</translation>
    </message>
    <message>
        <source>&amp;Resume	Space</source>
        <translation>&amp;Fortsetzen	Leertaste</translation>
    </message>
    <message>
        <source>Start o&amp;ver</source>
        <translation>&amp;Neu beginnen</translation>
    </message>
    <message>
        <source>From the same initial weights</source>
        <translation>Mit denselben Anfangsgewichten</translation>
    </message>
    <message>
        <source>Start over with a &amp;new seed</source>
        <translation>Mit neuem S&amp;eed beginnen</translation>
    </message>
    <message>
        <source>From other initial weights</source>
        <translation>Mit anderen Anfangsgewichten</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>Farb&amp;schema</translation>
    </message>
    <message>
        <source>First row at the &amp;bottom (as in the notebooks)</source>
        <translation>Erste Zeile &amp;unten (wie in den Notebooks)</translation>
    </message>
    <message>
        <source>Draws all attention maps and explanations with the first query at the bottom; otherwise it stands on top, as matrices are written</source>
        <translation>Zeichnet alle Attention-Karten und Erklärungen mit der ersten Anfrage unten; sonst steht sie oben, wie bei Matrizen üblich</translation>
    </message>
    <message>
        <source>Show or hide the &amp;form</source>
        <translation>&amp;Formular ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Give the figures the whole window</source>
        <translation>Den Abbildungen das ganze Fenster geben</translation>
    </message>
    <message>
        <source>F9</source>
        <translation>F9</translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation>Anordnung &amp;zurücksetzen</translation>
    </message>
    <message>
        <source>Put everything back where it was at first</source>
        <translation>Alles wieder so anordnen wie am Anfang</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;This page</source>
        <translation>Diese &amp;Seite</translation>
    </message>
    <message>
        <source>Show or hide what this page shows and how to use it</source>
        <translation>Ein- oder ausblenden, was diese Seite zeigt und wie sie zu benutzen ist</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>Le&amp;ktionen</translation>
    </message>
    <message>
        <source>&amp;Copy report</source>
        <translation>&amp;Bericht kopieren</translation>
    </message>
    <message>
        <source>Put version, system, device, the notices so far and the configuration on the clipboard</source>
        <translation>Version, System, Gerät, die bisherigen Meldungen und die Konfiguration in die Zwischenablage legen</translation>
    </message>
    <message>
        <source>The report is on the clipboard. It holds the configuration with the names of its files; read it before you send it.</source>
        <translation>Der Bericht liegt in der Zwischenablage. Er enthält die Konfiguration mit den Namen ihrer Dateien; vor dem Verschicken durchlesen.</translation>
    </message>
    <message>
        <source>&amp;About</source>
        <translation>&amp;Über</translation>
    </message>
    <message>
        <source>Version and licence</source>
        <translation>Version und Lizenz</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>Hell oder dunkel</translation>
    </message>
    <message>
        <source>Switch between light and dark</source>
        <translation>Zwischen hell und dunkel wechseln</translation>
    </message>
    <message>
        <source>Export figure</source>
        <translation>Abbildung exportieren</translation>
    </message>
    <message>
        <source>Save the main figure of this page (Ctrl+E)</source>
        <translation>Die Hauptabbildung dieser Seite speichern (Strg+E)</translation>
    </message>
    <message>
        <source>A folder for the figures</source>
        <translation>Ein Ordner für die Abbildungen</translation>
    </message>
    <message>
        <source>%1: the figures&apos; folder cannot be made there. Choose a place where you may write.</source>
        <translation>%1: Der Ordner der Abbildungen lässt sich dort nicht anlegen. Einen beschreibbaren Ort wählen.</translation>
    </message>
    <message>
        <source>Saved %1 figures in %2</source>
        <translation>%1 Abbildungen gespeichert in %2</translation>
    </message>
    <message>
        <source>Saving figures: %1 of %2</source>
        <translation>Abbildungen werden gespeichert: %1 von %2</translation>
    </message>
    <message>
        <source>Nothing on this page changes while a network trains. Choose another page, such as Attention, and save its animation.</source>
        <translation>Auf dieser Seite ändert sich nichts, während ein Netz trainiert wird. Eine andere Seite wählen, etwa Attention, und deren Animation speichern.</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>Gespeichert: %1</translation>
    </message>
    <message>
        <source>Saved %1 pictures in %2</source>
        <translation>%1 Bilder gespeichert in %2</translation>
    </message>
    <message>
        <source>; snapshots that could not be shown and are missing: %1</source>
        <translation>; Zwischenstände, die sich nicht zeigen ließen und fehlen: %1</translation>
    </message>
    <message>
        <source>About Attention Explorer</source>
        <translation>Über Attention Explorer</translation>
    </message>
    <message>
        <source>&lt;p&gt;&lt;b&gt;Attention Explorer&lt;/b&gt; %1&lt;/p&gt;&lt;p&gt;Trains small Transformer encoders and shows what they look at.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later; it comes without any warranty. Built with Qt %2, QCustomPlot and Eigen.&lt;/p&gt;</source>
        <translation>&lt;p&gt;&lt;b&gt;Attention Explorer&lt;/b&gt; %1&lt;/p&gt;&lt;p&gt;Trainiert kleine Transformer-Encoder und zeigt, worauf sie achten.&lt;/p&gt;&lt;p&gt;Freie Software unter der GNU General Public License, Version 3 oder später; ohne jede Gewährleistung. Gebaut mit Qt %2, QCustomPlot und Eigen.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation>&amp;Wie das System</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>S&amp;prache</translation>
    </message>
    <message>
        <source>Zoom %1 %</source>
        <translation>Zoom %1 %</translation>
    </message>
    <message>
        <source>Save &amp;lesson state…</source>
        <translation>Le&amp;ktionsstand speichern…</translation>
    </message>
    <message>
        <source>Write the network, its training, the page, the sample and notes into one file to hand out</source>
        <translation>Netz, Training, Seite, Beispiel und Notizen in eine Datei zum Austeilen schreiben</translation>
    </message>
    <message>
        <source>&amp;Zoom</source>
        <translation>Z&amp;oom</translation>
    </message>
    <message>
        <source>&amp;Larger</source>
        <translation>&amp;Größer</translation>
    </message>
    <message>
        <source>Show everything larger</source>
        <translation>Alles größer zeigen</translation>
    </message>
    <message>
        <source>&amp;Smaller</source>
        <translation>&amp;Kleiner</translation>
    </message>
    <message>
        <source>Show everything smaller</source>
        <translation>Alles kleiner zeigen</translation>
    </message>
    <message>
        <source>&amp;Usual size</source>
        <translation>&amp;Normale Größe</translation>
    </message>
    <message>
        <source>Back to 100 %</source>
        <translation>Zurück auf 100 %</translation>
    </message>
    <message>
        <source>&amp;Presentation</source>
        <translation>P&amp;räsentation</translation>
    </message>
    <message>
        <source>Figure, timeline and Train alone, over the whole screen and large; F11 or Esc comes back</source>
        <translation>Nur Abbildung, Zeitleiste und Trainieren, groß auf dem ganzen Bildschirm; F11 oder Esc führt zurück</translation>
    </message>
    <message>
        <source>A run is training or paused. Stop it before you save its current state.</source>
        <translation>Ein Lauf wird trainiert oder pausiert. Ihn beenden, bevor sein Stand gespeichert wird.</translation>
    </message>
    <message>
        <source>lesson</source>
        <translation>Lektion</translation>
    </message>
    <message>
        <source>sample</source>
        <translation>Beispiel</translation>
    </message>
    <message>
        <source>ablation</source>
        <translation>Ablation</translation>
    </message>
    <message>
        <source>snapshot</source>
        <translation>Zwischenstand</translation>
    </message>
    <message>
        <source>What does not fit this network is not shown: %1.</source>
        <translation>Was nicht zu diesem Netz passt, wird nicht gezeigt: %1.</translation>
    </message>
    <message>
        <source>There is no figure here that a command could draw.</source>
        <translation>Hier ist keine Abbildung, die ein Befehl zeichnen könnte.</translation>
    </message>
    <message>
        <source>A command draws a run or a checkpoint on the disk, and this network is in none. Train it, or save the model, and open that.</source>
        <translation>Ein Befehl zeichnet einen Lauf oder Checkpoint auf der Platte, und dieses Netz steht in keinem. Es trainieren, oder das Modell speichern und dieses öffnen.</translation>
    </message>
    <message>
        <source>the compared network</source>
        <translation>das Vergleichsnetz</translation>
    </message>
    <message>
        <source>Copy as co&amp;mmand</source>
        <translation>Als Befe&amp;hl kopieren</translation>
    </message>
    <message>
        <source>The line for a terminal that draws this figure: run, snapshot, sample, head and ablation as shown</source>
        <translation>Die Zeile für ein Terminal, die diese Abbildung zeichnet: Lauf, Zwischenstand, Beispiel, Kopf und Ablation wie gezeigt</translation>
    </message>
    <message>
        <source>There is no room for it at a zoom of %1 %.</source>
        <translation>Bei einem Zoom von %1 % ist dafür kein Platz.</translation>
    </message>
    <message>
        <source>Zoom %1 %. What has no room is hidden: F9 shows the form, F1 the help.</source>
        <translation>Zoom %1 %. Was keinen Platz hat, ist verborgen: F9 zeigt das Formular, F1 die Hilfe.</translation>
    </message>
    <message>
        <source>The line does not say: %1.</source>
        <translation>Die Zeile sagt nicht: %1.</translation>
    </message>
    <message>
        <source>&amp;Next part of the window</source>
        <translation>&amp;Nächster Teil des Fensters</translation>
    </message>
    <message>
        <source>The keyboard goes from the form to the page, to the help or lesson, and round again</source>
        <translation>Die Tastatur geht vom Formular zur Seite, zur Hilfe oder Lektion und wieder von vorn</translation>
    </message>
    <message>
        <source>No line for this figure (%1). Another one of this page may do, with the pointer over it.</source>
        <translation>Keine Zeile für diese Abbildung (%1). Eine andere dieser Seite geht vielleicht, mit dem Zeiger darauf.</translation>
    </message>
    <message>
        <source>The run is in no folder</source>
        <translation>Der Lauf liegt in keinem Ordner</translation>
    </message>
    <message>
        <source>The run shown has no folder to be kept in. Cancel and choose File, Save model as, unless you have done so.</source>
        <translation>Der gezeigte Lauf hat keinen Ordner, in dem er bleibt. Abbrechen und „Datei“, „Modell speichern unter“ wählen, falls das noch nicht geschehen ist.</translation>
    </message>
    <message>
        <source>&amp;Back to the former network</source>
        <translation>Zurück zum &amp;vorigen Netz</translation>
    </message>
    <message>
        <source>Shows the trained network again that was shown before; a run that is training is stopped and kept</source>
        <translation>Zeigt das trainierte Netz wieder, das vorher zu sehen war; ein Lauf, der gerade trainiert, wird beendet und aufbewahrt</translation>
    </message>
    <message>
        <source>&amp;Train again	Space</source>
        <translation>Erneut &amp;trainieren	Leertaste</translation>
    </message>
    <message>
        <source>A sweep is being trained</source>
        <translation>Ein Sweep wird trainiert</translation>
    </message>
    <message>
        <source>Closing the window stops the sweep. Close it all the same?</source>
        <translation>Das Schließen des Fensters hält den Sweep an. Trotzdem schließen?</translation>
    </message>
    <message>
        <source>&amp;Stop and close</source>
        <translation>&amp;Anhalten und schließen</translation>
    </message>
    <message>
        <source>What the runs of the sweep have learned is saved. Train it again, and it goes on from there.</source>
        <translation>Was die Läufe des Sweeps gelernt haben, wird gespeichert. Wird er wieder trainiert, geht es von dort aus weiter.</translation>
    </message>
    <message>
        <source>The sweep is stopped, too.</source>
        <translation>Auch der Sweep wird angehalten.</translation>
    </message>
    <message>
        <source>Test &amp;graphics device</source>
        <translation>&amp;Grafikgerät prüfen</translation>
    </message>
    <message>
        <source>Whether it computes rightly, and how fast; with a report to save</source>
        <translation>Ob es richtig rechnet und wie schnell; mit einem Bericht zum Speichern</translation>
    </message>
    <message>
        <source>first query below</source>
        <translation>erste Anfrage unten</translation>
    </message>
    <message>
        <source>&amp;Find anything…</source>
        <translation>Alles &amp;finden…</translation>
    </message>
    <message>
        <source>Search all commands, pages, settings, methods, lessons and the manual, and go there</source>
        <translation>Alle Befehle, Seiten, Einstellungen, Verfahren, Lektionen und das Handbuch durchsuchen und dorthin gehen</translation>
    </message>
    <message>
        <source>The folder of lessons cannot be created: %1</source>
        <translation>Der Ordner der Lektionen lässt sich nicht anlegen: %1</translation>
    </message>
    <message>
        <source>Your own lessons are the Markdown files in %1.</source>
        <translation>Eigene Lektionen sind die Markdown-Dateien in %1.</translation>
    </message>
    <message>
        <source>How to write a lesson</source>
        <translation>Wie man eine Lektion schreibt</translation>
    </message>
    <message>
        <source>No program shows folders here. Your own lessons are in %1</source>
        <translation>Kein Programm zeigt hier Ordner. Die eigenen Lektionen sind in %1</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>The page of the manual that has every key</source>
        <translation>Die Seite des Handbuchs mit allen Tasten</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>Take back what was last done to heads, tokens, sample, settings or page</source>
        <translation>Zurücknehmen, was zuletzt an Köpfen, Token, Beispiel, Einstellungen oder Seite geändert wurde</translation>
    </message>
    <message>
        <source>Undone: %1</source>
        <translation>Rückgängig gemacht: %1</translation>
    </message>
    <message>
        <source>Do again what was taken back</source>
        <translation>Noch einmal tun, was zurückgenommen wurde</translation>
    </message>
    <message>
        <source>Redone: %1</source>
        <translation>Wiederholt: %1</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation>&amp;Rückgängig: %1</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>&amp;Redo: %1</source>
        <translation>&amp;Wiederholen: %1</translation>
    </message>
    <message>
        <source>&amp;Start page</source>
        <translation>Sta&amp;rtseite</translation>
    </message>
    <message>
        <source>Tasks to train at once, the tour and the lessons</source>
        <translation>Aufgaben, die sofort trainiert werden können, die Tour und die Lektionen</translation>
    </message>
    <message>
        <source>Make your own set</source>
        <translation>Eigene Menge zusammenstellen</translation>
    </message>
    <message>
        <source>Type your own</source>
        <translation>Eigene Eingabe tippen</translation>
    </message>
    <message>
        <source>Ablate a head</source>
        <translation>Einen Kopf ausschalten</translation>
    </message>
    <message>
        <source>Explain this answer</source>
        <translation>Diese Antwort erklären</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Report on %1</source>
        <translation>Bericht über %1</translation>
    </message>
    <message>
        <source>Heads are ablated or tokens masked in these figures.</source>
        <translation>In diesen Abbildungen sind Köpfe ausgeschaltet oder Token maskiert.</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Made by Attention Explorer %1 on %2</source>
        <translation>Erstellt mit Attention Explorer %1 am %2</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Kept as panel %1</source>
        <translation>Als Teilabbildung %1 gemerkt</translation>
    </message>
    <message>
        <source>Export panels…</source>
        <translation>Teilabbildungen exportieren…</translation>
    </message>
    <message>
        <source>E&amp;xport panels…</source>
        <translation>&amp;Teilabbildungen exportieren…</translation>
    </message>
    <message>
        <source>Several figures that were kept as panels, as one with a), b), c)</source>
        <translation>Mehrere als Teilabbildungen gemerkte Abbildungen als eine mit a), b), c)</translation>
    </message>
    <message>
        <source>The set that is shown is not in it.</source>
        <translation>Die gezeigte Menge ist nicht darin.</translation>
    </message>
    <message>
        <source>own set</source>
        <translation>eigene Menge</translation>
    </message>
    <message>
        <source>Look at the patches</source>
        <translation>Die Patches ansehen</translation>
    </message>
    <message>
        <source>Saved 1 figure in %1</source>
        <translation>1 Abbildung gespeichert in %1</translation>
    </message>
    <message>
        <source>&amp;Discard steps since it was resumed: %1</source>
        <translation>Schritte seit dem Fortsetzen &amp;verwerfen: %1</translation>
    </message>
    <message>
        <source>Stop the run</source>
        <translation>Lauf beenden</translation>
    </message>
    <message>
        <source>Back to the former network</source>
        <translation>Zurück zum vorigen Netz</translation>
    </message>
    <message>
        <source>projector, beamer, full screen, lecture</source>
        <translation>Beamer, Projektor, Vollbild, Vorlesung, Präsentieren</translation>
    </message>
    <message>
        <source>What next?</source>
        <translation>Wie weiter?</translation>
    </message>
    <message>
        <source>welcome, cards, tasks, take the tour, first steps</source>
        <translation>Willkommen, Karten, Aufgaben, Tour, erste Schritte</translation>
    </message>
    <message>
        <source>list of keys, key bindings, hotkeys</source>
        <translation>Tastenkürzel, Liste der Tasten, Tastenbelegung</translation>
    </message>
    <message>
        <source>Settings and page are already set up for this step.</source>
        <translation>Einstellungen und Seite sind für diesen Schritt schon eingerichtet.</translation>
    </message>
    <message>
        <source>handout, worksheet, share</source>
        <translation>Arbeitsblatt, Handout, weitergeben, teilen</translation>
    </message>
    <message>
        <source>The figures show the network at step %1 of its training; the results of the run are those of its end.</source>
        <translation>Die Abbildungen zeigen das Netz bei Schritt %1 seines Trainings; die Ergebnisse des Laufs sind die von dessen Ende.</translation>
    </message>
    <message>
        <source>. None of: %1 (nothing is computed there for what is shown)</source>
        <translation>. Keine von: %1 (für das, was gezeigt wird, ist dort nichts berechnet)</translation>
    </message>
    <message>
        <source>Not in this report, because nothing is computed there for what is shown: %1.</source>
        <translation>Nicht in diesem Bericht, weil dort für das, was gezeigt wird, nichts berechnet ist: %1.</translation>
    </message>
    <message>
        <source>There is no figure here to export.</source>
        <translation>Hier gibt es keine Abbildung zum Exportieren.</translation>
    </message>
    <message>
        <source>English</source>
        <translation>Englisch</translation>
    </message>
    <message>
        <source>German</source>
        <translation>Deutsch</translation>
    </message>
    <message>
        <source>One file or folder can be opened at a time: drop one of them.</source>
        <translation>Es kann nur eine Datei oder ein Ordner auf einmal geöffnet werden: bitte einzeln ablegen.</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>„%1“</translation>
    </message>
</context>
<context>
    <name>attx::MistakeList</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Find mistakes</source>
        <translation>Fehler suchen</translation>
    </message>
    <message>
        <source>Ends the search</source>
        <translation>Beendet die Suche</translation>
    </message>
    <message>
        <source>%1 of %2 answers are wrong, the most confident errors first.%3</source>
        <translation>%1 von %2 Antworten sind falsch, die sichersten Fehler zuerst.%3</translation>
    </message>
    <message>
        <source> The network has changed since.</source>
        <translation> Das Netz hat sich seitdem geändert.</translation>
    </message>
    <message>
        <source>Where is it confidently wrong?</source>
        <translation>Wo ist das Netz sicher und irrt sich?</translation>
    </message>
    <message>
        <source>Mistakes</source>
        <translation>Fehler</translation>
    </message>
</context>
<context>
    <name>attx::NetworkPage</name>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>The encoder layer whose weights are shown</source>
        <translation>Die Encoder-Schicht, deren Gewichte gezeigt werden</translation>
    </message>
    <message>
        <source>layer </source>
        <translation>Schicht </translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>The weights and biases of this part</source>
        <translation>Gewichte und Biases dieses Teils</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Back to the table of all parameters</source>
        <translation>Zurück zur Tabelle aller Parameter</translation>
    </message>
    <message>
        <source>Open its page</source>
        <translation>Seine Seite öffnen</translation>
    </message>
    <message>
        <source>Rows are what comes out, columns what goes in; red is positive, blue negative.</source>
        <translation>Zeilen sind, was herauskommt, Spalten, was hineingeht; Rot ist positiv, Blau negativ.</translation>
    </message>
    <message>
        <source>From the input at the top to the answer below; click a part for its weights.</source>
        <translation>Von der Eingabe oben zur Antwort unten; ein Klick auf einen Teil zeigt seine Gewichte.</translation>
    </message>
    <message>
        <source>The page that shows what this part does</source>
        <translation>Die Seite, die zeigt, was dieser Teil tut</translation>
    </message>
</context>
<context>
    <name>attx::NoticeBar</name>
    <message>
        <source>Notice</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>What the notice offers</source>
        <translation>Was die Meldung anbietet</translation>
    </message>
    <message>
        <source>Close the notice</source>
        <translation>Die Meldung schließen</translation>
    </message>
</context>
<context>
    <name>attx::OrientationLine</name>
    <message>
        <source>Where things stand</source>
        <translation>Aktueller Stand</translation>
    </message>
</context>
<context>
    <name>attx::OwnData</name>
    <message>
        <source>%1 texts of %2 classes, each read up to %3 words</source>
        <translation>%1 Texte aus %2 Klassen, jeder bis zu %3 Wörtern gelesen</translation>
    </message>
    <message>
        <source>Use as data?</source>
        <translation>Als Daten verwenden?</translation>
    </message>
    <message>
        <source>&amp;Use as data</source>
        <translation>Als Daten &amp;verwenden</translation>
    </message>
    <message>
        <source>Read as</source>
        <translation>Lesen als</translation>
    </message>
    <message>
        <source>texts with their classes</source>
        <translation>Texte mit ihren Klassen</translation>
    </message>
    <message>
        <source>pairs of input and output</source>
        <translation>Paare aus Eingabe und Ausgabe</translation>
    </message>
    <message>
        <source>Text or input</source>
        <translation>Text oder Eingabe</translation>
    </message>
    <message>
        <source>Class or output</source>
        <translation>Klasse oder Ausgabe</translation>
    </message>
    <message>
        <source>The first row names the columns</source>
        <translation>Die erste Zeile benennt die Spalten</translation>
    </message>
    <message>
        <source>First rows</source>
        <translation>Erste Zeilen</translation>
    </message>
    <message>
        <source>%1: input</source>
        <translation>%1: Eingabe</translation>
    </message>
    <message>
        <source>%1: text</source>
        <translation>%1: Text</translation>
    </message>
    <message>
        <source>%1: output</source>
        <translation>%1: Ausgabe</translation>
    </message>
    <message>
        <source>%1: class</source>
        <translation>%1: Klasse</translation>
    </message>
    <message>
        <source>%1: split</source>
        <translation>%1: Aufteilung</translation>
    </message>
    <message>
        <source>%1 pictures of %2 classes, scaled and cropped to %3 × %3 pixels</source>
        <translation>%1 Bilder aus %2 Klassen, skaliert und beschnitten auf %3 × %3 Pixel</translation>
    </message>
    <message>
        <source>%1 pictures of %2 classes, scaled and cropped to %3 × %3 pixels in patches of %4 × %4</source>
        <translation>%1 Bilder aus %2 Klassen, skaliert und beschnitten auf %3 × %3 Pixel in Patches von %4 × %4</translation>
    </message>
    <message>
        <source>%1 columns separated by %2, read as %3</source>
        <translation>%1 Spalten, getrennt durch %2, gelesen als %3</translation>
    </message>
    <message>
        <source>The column %1 tells training from test</source>
        <translation>Die Spalte %1 trennt Training und Test</translation>
    </message>
    <message>
        <source>Longer texts are cut there</source>
        <translation>Längere Texte werden dort abgeschnitten</translation>
    </message>
    <message>
        <source>%1 pairs of %2 different tokens, at most %3 long</source>
        <translation>%1 Paare aus %2 verschiedenen Token, höchstens %3 lang</translation>
    </message>
    <message>
        <source>95 % of the texts have at most this many words; longer ones are cut</source>
        <translation>95 % der Texte haben höchstens so viele Wörter; längere werden abgeschnitten</translation>
    </message>
    <message>
        <source>Leave out lines that cannot be read</source>
        <translation>Zeilen auslassen, die nicht lesbar sind</translation>
    </message>
</context>
<context>
    <name>attx::OwnSet</name>
    <message>
        <source>Own set</source>
        <translation>Eigene Menge</translation>
    </message>
    <message>
        <source>Drag images here, from the rows above or picture files, and see the answer; or double-click an image above. Click one here to take it out.</source>
        <translation>Bilder hierher ziehen, aus den Zeilen darüber oder als Bilddateien, und die Antwort sehen; oder oben ein Bild doppelt anklicken. Ein Klick auf eines hier nimmt es heraus.</translation>
    </message>
    <message>
        <source> · the odd one: %1, image %2</source>
        <translation> · der Ausreißer: %1, Bild %2</translation>
    </message>
    <message>
        <source> · one more, and the network answers</source>
        <translation> · noch eines, und das Netz antwortet</translation>
    </message>
    <message>
        <source>Own set: drag images here, from the rows above or picture files</source>
        <translation>Eigene Menge: Bilder hierher ziehen, aus den Zeilen darüber oder als Bilddateien</translation>
    </message>
</context>
<context>
    <name>attx::PageStack</name>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Show this page (key %1)</source>
        <translation>Diese Seite zeigen (Taste %1)</translation>
    </message>
    <message>
        <source>Show this page</source>
        <translation>Diese Seite zeigen</translation>
    </message>
    <message>
        <source>%1	%2</source>
        <translation>%1	%2</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>Bereiche</translation>
    </message>
</context>
<context>
    <name>attx::PairPanel</name>
    <message>
        <source>A pair up close</source>
        <translation>Ein Paar aus der Nähe</translation>
    </message>
    <message>
        <source>Close the pair</source>
        <translation>Das Paar schließen</translation>
    </message>
    <message>
        <source>Close this figure (Esc)</source>
        <translation>Diese Abbildung schließen (Esc)</translation>
    </message>
    <message>
        <source>What the score of this query and key is made of, and what the value adds</source>
        <translation>Woraus der Score dieser Anfrage und dieses Schlüssels besteht und was der Wert hinzufügt</translation>
    </message>
</context>
<context>
    <name>attx::PanelsDialog</name>
    <message>
        <source>Export panels</source>
        <translation>Teilabbildungen exportieren</translation>
    </message>
    <message>
        <source>&quot;Keep as panel&quot; in the menu ⋮ of a figure adds it here as it is at that moment.</source>
        <translation>„Als Teilabbildung merken“ im Menü ⋮ einer Abbildung fügt sie hier so hinzu, wie sie dann ist.</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>Teilabbildungen</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation>Nach &amp;oben</translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation>Nach &amp;unten</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>&amp;Side by side</source>
        <translation>&amp;Nebeneinander</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Exportieren…</translation>
    </message>
</context>
<context>
    <name>attx::ParallelView</name>
    <message>
        <source>Parallel coordinates</source>
        <translation>Parallele Koordinaten</translation>
    </message>
    <message>
        <source>Drag along an axis to choose the runs whose lines pass there; click on it to choose all again</source>
        <translation>Ziehen entlang einer Achse wählt die Läufe, deren Linien dort verlaufen; ein Klick darauf wählt wieder alle</translation>
    </message>
</context>
<context>
    <name>attx::PatchingPanel</name>
    <message>
        <source>What is read, and how it differs</source>
        <translation>Was gelesen wird und wie es sich unterscheidet</translation>
    </message>
    <message>
        <source>Clean input</source>
        <translation>Saubere Eingabe</translation>
    </message>
    <message>
        <source>Its activations are put into the run on the sample below, one after the other</source>
        <translation>Ihre Aktivierungen werden eine nach der anderen in den Lauf mit dem Beispiel unten eingesetzt</translation>
    </message>
    <message>
        <source>clean input</source>
        <translation>saubere Eingabe</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Position</translation>
    </message>
    <message>
        <source>output position</source>
        <translation>Ausgabeposition</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>vorhergesagt</translation>
    </message>
    <message>
        <source>Second class</source>
        <translation>Zweite Klasse</translation>
    </message>
    <message>
        <source>The class whose logit is subtracted from that of the answer to the clean input; the first choice is the one predicted for the sample</source>
        <translation>Die Klasse, deren Logit von dem der Antwort auf die saubere Eingabe abgezogen wird; die erste Wahl ist die für das Beispiel vorhergesagte</translation>
    </message>
    <message>
        <source>The clean input needs as many tokens as the sample below, %1; it has %2.</source>
        <translation>Die saubere Eingabe braucht so viele Token wie das Beispiel unten, %1; sie hat %2.</translation>
    </message>
    <message>
        <source> at position %1</source>
        <translation> an Position %1</translation>
    </message>
    <message>
        <source>1 in a map: this alone brings the answer to the clean input back; 0: it does nothing</source>
        <translation>1 in einer Karte: Dies allein bringt die Antwort auf die saubere Eingabe zurück; 0: Es bewirkt nichts</translation>
    </message>
    <message>
        <source>Logit of %1 − that of %2%3: clean %4, sample %5</source>
        <translation>Logit von %1 − das von %2%3: sauber %4, Beispiel %5</translation>
    </message>
    <message>
        <source>The output position at which the answer is read, from 1</source>
        <translation>Die Ausgabeposition, an der die Antwort gelesen wird, ab 1</translation>
    </message>
    <message>
        <source>compared with class</source>
        <translation>verglichen mit Klasse</translation>
    </message>
</context>
<context>
    <name>attx::PicturePage</name>
    <message>
        <source>Shown over the picture</source>
        <translation>Über dem Bild gezeigt</translation>
    </message>
    <message>
        <source>What the colours over the patches mean</source>
        <translation>Was die Farben über den Patches bedeuten</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>The layer whose attention is shown</source>
        <translation>Die Schicht, deren Attention gezeigt wird</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>Kopf</translation>
    </message>
    <message>
        <source>The head whose attention is shown, or the mean of all of the layer</source>
        <translation>Der Kopf, dessen Attention gezeigt wird, oder das Mittel aller der Schicht</translation>
    </message>
    <message>
        <source>Opacity</source>
        <translation>Deckkraft</translation>
    </message>
    <message>
        <source>How much of the picture the colours cover</source>
        <translation>Wie weit die Farben das Bild verdecken</translation>
    </message>
    <message>
        <source>&amp;Grid</source>
        <translation>&amp;Gitter</translation>
    </message>
    <message>
        <source>Lines between the patches</source>
        <translation>Linien zwischen den Patches</translation>
    </message>
    <message>
        <source>&amp;Own picture …</source>
        <translation>&amp;Eigenes Bild …</translation>
    </message>
    <message>
        <source>A picture from the disk, or dropped here: scaled until its shorter side fits, and cropped to its middle</source>
        <translation>Ein Bild von der Platte oder hierher gezogen: skaliert, bis die kürzere Seite passt, und auf die Mitte beschnitten</translation>
    </message>
    <message>
        <source>show</source>
        <translation>zeigen</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>head</source>
        <translation>Kopf</translation>
    </message>
    <message>
        <source>opacity</source>
        <translation>Deckkraft</translation>
    </message>
    <message>
        <source>About the picture and the network</source>
        <translation>Über das Bild und das Netz</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>The likeliest classes</source>
        <translation>Die wahrscheinlichsten Klassen</translation>
    </message>
    <message>
        <source>class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>probability</source>
        <translation>Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>Mistakes</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Click a mistake to look at its picture</source>
        <translation>Ein Klick auf einen Fehler zeigt sein Bild</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>truth</source>
        <translation>tatsächlich</translation>
    </message>
    <message>
        <source>gets</source>
        <translation>Wahrsch.</translation>
    </message>
    <message>
        <source>Confusion …</source>
        <translation>Verwechslung …</translation>
    </message>
    <message>
        <source>Which class is taken for which, on the page Evaluate</source>
        <translation>Welche Klasse für welche gehalten wird, auf der Seite Auswerten</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>The brighter a patch, the more it counts. Click a patch and it asks.</source>
        <translation>Je heller ein Patch, desto mehr zählt er. Ein Klick auf einen Patch macht ihn zur Anfrage.</translation>
    </message>
    <message>
        <source>Picture %1</source>
        <translation>Bild %1</translation>
    </message>
    <message>
        <source>No picture yet</source>
        <translation>Noch kein Bild</translation>
    </message>
    <message>
        <source>The pictures are being made.</source>
        <translation>Die Bilder werden erzeugt.</translation>
    </message>
    <message>
        <source>There are no data: drop a picture here, or choose one.</source>
        <translation>Es gibt keine Daten: Ein Bild hierher ziehen oder eines wählen.</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>patch in row %1, column %2</source>
        <translation>Patch in Zeile %1, Spalte %2</translation>
    </message>
    <message>
        <source>Asks the network about every validation picture</source>
        <translation>Befragt das Netz zu jedem Validierungsbild</translation>
    </message>
    <message>
        <source>%1 of %2 pictures</source>
        <translation>%1 von %2 Bildern</translation>
    </message>
    <message>
        <source>Own picture</source>
        <translation>Eigenes Bild</translation>
    </message>
    <message>
        <source>Pictures (%1)</source>
        <translation>Bilder (%1)</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>Gitter</translation>
    </message>
    <message>
        <source>Confusion</source>
        <translation>Verwechslung</translation>
    </message>
</context>
<context>
    <name>attx::PictureView</name>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
</context>
<context>
    <name>attx::Place</name>
    <message>
        <source>Train</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>Erklären</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Inside</source>
        <translation>Innen</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
</context>
<context>
    <name>attx::PlacesPage</name>
    <message>
        <source>Vectors</source>
        <translation>Vektoren</translation>
    </message>
    <message>
        <source>Which vectors of the network are shown</source>
        <translation>Welche Vektoren des Netzes gezeigt werden</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Whose hidden states, or queries and keys</source>
        <translation>Wessen verborgene Zustände oder Anfragen und Schlüssel</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>Kopf</translation>
    </message>
    <message>
        <source>Whose queries and keys</source>
        <translation>Wessen Anfragen und Schlüssel</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>What the colour of a dot stands for</source>
        <translation>Wofür die Farbe eines Punkts steht</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>Was gezeigt wird</translation>
    </message>
    <message>
        <source>colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Near each other: treated alike. The axes are those of the last snapshot.</source>
        <translation>Was nah beieinander liegt, behandelt das Netz ähnlich. Die Achsen sind die des letzten Zwischenstands.</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <source>before layer %1</source>
        <translation>vor Schicht %1</translation>
    </message>
    <message>
        <source>behind layer %1</source>
        <translation>nach Schicht %1</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>Kopf %1</translation>
    </message>
    <message>
        <source>There are no data whose vectors could be shown.</source>
        <translation>Es gibt keine Daten, deren Vektoren sich zeigen ließen.</translation>
    </message>
    <message>
        <source>%1 vectors of %2 dimensions</source>
        <translation>%1 Vektoren mit %2 Dimensionen</translation>
    </message>
    <message>
        <source> · plane fitted to these vectors</source>
        <translation> · an diese Vektoren angepasste Ebene</translation>
    </message>
    <message>
        <source> · plane of the last snapshot</source>
        <translation> · Ebene des letzten Zwischenstands</translation>
    </message>
    <message>
        <source>computing …</source>
        <translation>rechnet …</translation>
    </message>
    <message>
        <source>%1 · nearest: %2</source>
        <translation>%1 · am nächsten: %2</translation>
    </message>
    <message>
        <source>Example %1 is shown on the other pages</source>
        <translation>Beispiel %1 wird auf den anderen Seiten gezeigt</translation>
    </message>
    <message>
        <source>vectors</source>
        <translation>Vektoren</translation>
    </message>
</context>
<context>
    <name>attx::PositionsPage</name>
    <message>
        <source>%1, slider</source>
        <translation>%1, Schieberegler</translation>
    </message>
    <message>
        <source>encoding P</source>
        <translation>Kodierung P</translation>
    </message>
    <message>
        <source>similarity P Pᵀ</source>
        <translation>Ähnlichkeit P Pᵀ</translation>
    </message>
    <message>
        <source>map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>The encoding of each position, or how alike the encodings of two positions are</source>
        <translation>Die Kodierung jeder Position, oder wie ähnlich sich die Kodierungen zweier Positionen sind</translation>
    </message>
    <message>
        <source>model dimension</source>
        <translation>Modelldimension</translation>
    </message>
    <message>
        <source>How many hidden dimensions the network has</source>
        <translation>Wie viele verborgene Dimensionen das Netz hat</translation>
    </message>
    <message>
        <source>length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>How many positions are shown</source>
        <translation>Wie viele Positionen gezeigt werden</translation>
    </message>
    <message>
        <source>Use the network&apos;s size</source>
        <translation>Netzgröße verwenden</translation>
    </message>
    <message>
        <source>Model dimension and length of the network that the other pages show</source>
        <translation>Modelldimension und Länge des Netzes, das die anderen Seiten zeigen</translation>
    </message>
    <message>
        <source>dimensions to plot</source>
        <translation>gezeichnete Dimensionen</translation>
    </message>
    <message>
        <source>Up to %1 hidden dimensions, counted from 1, with blanks between them</source>
        <translation>Bis zu %1 verborgene Dimensionen, ab 1 gezählt, durch Leerzeichen getrennt</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>Positionen</translation>
    </message>
    <message>
        <source>The pattern that tells positions apart; neighbours are most alike.</source>
        <translation>Das Muster, das Positionen unterscheidet; Nachbarn sind sich am ähnlichsten.</translation>
    </message>
    <message>
        <source>expected 1 to %1 numbers from 1 to %2</source>
        <translation>erwartet sind 1 bis %1 Zahlen von 1 bis %2</translation>
    </message>
    <message>
        <source>Train without it</source>
        <translation>Ohne sie trainieren</translation>
    </message>
    <message>
        <source>Trains the network of the form without positional encoding; the curves of the run before stay beside</source>
        <translation>Trainiert das Netz des Formulars ohne Positionskodierung; die Kurven des vorigen Laufs bleiben zum Vergleich stehen</translation>
    </message>
</context>
<context>
    <name>attx::Preparation</name>
    <message>
        <source>preparing …</source>
        <translation>wird vorbereitet …</translation>
    </message>
</context>
<context>
    <name>attx::Presentation</name>
    <message>
        <source>Train or pause</source>
        <translation>Trainieren oder anhalten</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Train, or hold the run where it is; space plays the timeline, F11 or Esc leaves the presentation</source>
        <translation>Trainieren, oder den Lauf anhalten; die Leertaste spielt die Zeitleiste ab, F11 oder Esc verlässt die Präsentation</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>End the run here; what it has learned is kept</source>
        <translation>Den Lauf hier beenden; das Gelernte bleibt</translation>
    </message>
</context>
<context>
    <name>attx::PrintFields</name>
    <message>
        <source>size in pixels (above)</source>
        <translation>Größe in Pixeln (oben)</translation>
    </message>
    <message>
        <source>one column (85 mm)</source>
        <translation>eine Spalte (85 mm)</translation>
    </message>
    <message>
        <source>two columns (170 mm)</source>
        <translation>zwei Spalten (170 mm)</translation>
    </message>
    <message>
        <source>own size</source>
        <translation>eigene Größe</translation>
    </message>
    <message>
        <source>The size in print; text keeps its size in points whatever the figure&apos;s</source>
        <translation>Die Größe im Druck; Text behält seine Größe in Punkt, wie groß die Abbildung auch ist</translation>
    </message>
    <message>
        <source>&amp;Print size</source>
        <translation>&amp;Druckgröße</translation>
    </message>
    <message>
        <source> mm</source>
        <translation> mm</translation>
    </message>
    <message>
        <source>Width in print</source>
        <translation>Breite im Druck</translation>
    </message>
    <message>
        <source>Height in print</source>
        <translation>Höhe im Druck</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> pt</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Schriftgröße</translation>
    </message>
    <message>
        <source>Of labels; titles are larger, crowded tick labels down to three quarters of it</source>
        <translation>Von Beschriftungen; Titel sind größer, gedrängte Achsenzahlen bis auf drei Viertel davon kleiner</translation>
    </message>
    <message>
        <source>Smallest text</source>
        <translation>Kleinster Text</translation>
    </message>
    <message>
        <source>All text grows until none is smaller than this; many journals ask for 6 or 7 pt</source>
        <translation>Aller Text wächst, bis keiner kleiner ist; viele Zeitschriften verlangen 6 oder 7 pt</translation>
    </message>
    <message>
        <source>any</source>
        <translation>beliebig</translation>
    </message>
    <message>
        <source>at least</source>
        <translation>mindestens</translation>
    </message>
    <message>
        <source>Te&amp;xt</source>
        <translation>Te&amp;xt</translation>
    </message>
    <message>
        <source>as in the window</source>
        <translation>wie im Fenster</translation>
    </message>
    <message>
        <source>Font of all text; SVG and PDF keep text as text</source>
        <translation>Schrift des ganzen Textes; SVG und PDF behalten Text als Text</translation>
    </message>
    <message>
        <source>F&amp;ont</source>
        <translation>Sch&amp;rift</translation>
    </message>
    <message>
        <source>show title</source>
        <translation>Titel zeigen</translation>
    </message>
    <message>
        <source>Off where the caption of the paper says it; names of parts stay</source>
        <translation>Aus, wo es die Bildunterschrift sagt; Namen der Teile bleiben</translation>
    </message>
    <message>
        <source>as shown</source>
        <translation>wie gezeigt</translation>
    </message>
    <message>
        <source>Values on both sides of zero keep their diverging colours</source>
        <translation>Werte beiderseits der Null behalten ihre divergierenden Farben</translation>
    </message>
    <message>
        <source>Of heat maps; grey for print without colours</source>
        <translation>Für Heatmaps; Grau für den Druck ohne Farben</translation>
    </message>
    <message>
        <source>Colour &amp;map</source>
        <translation>Farb&amp;skala</translation>
    </message>
    <message>
        <source>from</source>
        <translation>von</translation>
    </message>
    <message>
        <source>The values that the colours stand for; what lies outside has the colours of the ends</source>
        <translation>Die Werte, für die die Farben stehen; was außerhalb liegt, hat die Farben der Enden</translation>
    </message>
    <message>
        <source>Smallest value</source>
        <translation>Kleinster Wert</translation>
    </message>
    <message>
        <source>Largest value</source>
        <translation>Größter Wert</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>&amp;Values</source>
        <translation>&amp;Werte</translation>
    </message>
    <message>
        <source>The range of values has to begin below its end; until then it stays as shown.</source>
        <translation>Der kleinste Wert muss unter dem größten liegen; bis dahin bleibt der Bereich wie gezeigt.</translation>
    </message>
    <message>
        <source>Height in print; 0: as the figure&apos;s shape and its text need it</source>
        <translation>Höhe im Druck; 0: wie Form und Text der Abbildung sie brauchen</translation>
    </message>
    <message>
        <source>as needed</source>
        <translation>nach Bedarf</translation>
    </message>
    <message>
        <source>This figure has only the names of its parts, which stay</source>
        <translation>Diese Abbildung hat nur die Namen ihrer Teile; sie bleiben</translation>
    </message>
</context>
<context>
    <name>attx::QueryWorker</name>
    <message>
        <source>There is not enough memory for this analysis.</source>
        <translation>Für diese Analyse reicht der Speicher nicht.</translation>
    </message>
</context>
<context>
    <name>attx::Reader</name>
    <message>
        <source>it has no title; expected a line &quot;# Title&quot;</source>
        <translation>der Titel fehlt; erwartet ist eine Zeile „# Titel“</translation>
    </message>
    <message>
        <source>it has no step; expected a line &quot;## Title of the step&quot;</source>
        <translation>es gibt keinen Schritt; erwartet ist eine Zeile „## Titel des Schritts“</translation>
    </message>
    <message>
        <source>Lesson &quot;%1&quot;</source>
        <translation>Lektion „%1“</translation>
    </message>
    <message>
        <source>Lesson &quot;%1&quot;, line %2</source>
        <translation>Lektion „%1“, Zeile %2</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1: %2.</translation>
    </message>
    <message>
        <source>a step before the title; expected &quot;# Title&quot; first</source>
        <translation>ein Schritt vor dem Titel; erwartet ist zuerst „# Titel“</translation>
    </message>
    <message>
        <source>a second title; steps begin with &quot;## &quot;</source>
        <translation>ein zweiter Titel; Schritte beginnen mit „## “</translation>
    </message>
    <message>
        <source>text before the first step; expected &quot;## Title of the step&quot;</source>
        <translation>Text vor dem ersten Schritt; erwartet ist „## Titel des Schritts“</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no directive; expected one of %2, a colon and a value, or an empty line before the text</source>
        <translation>„%1“ ist keine Anweisung; erwartet ist eine von %2, ein Doppelpunkt und ein Wert, oder eine leere Zeile vor dem Text</translation>
    </message>
    <message>
        <source>%1 has no value</source>
        <translation>%1 hat keinen Wert</translation>
    </message>
    <message>
        <source>there is no page &quot;%1&quot;; there are %2</source>
        <translation>es gibt keine Seite „%1“; es gibt %2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; sets nothing; expected KEY = VALUE</source>
        <translation>„%1“ setzt nichts; erwartet ist SCHLÜSSEL = WERT</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no number</source>
        <translation>„%1“ ist keine Zahl</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no check of a control; expected KEY = VALUE: SENTENCE</source>
        <translation>„%1“ prüft kein Bedienelement; erwartet ist SCHLÜSSEL = WERT: SATZ</translation>
    </message>
    <message>
        <source>an answer is missing</source>
        <translation>eine Antwort fehlt</translation>
    </message>
    <message>
        <source>only accuracy can be checked with &lt;=</source>
        <translation>nur accuracy lässt sich mit &lt;= prüfen</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be checked; expected page ID, untrained, training, trained, steps &gt;= N, accuracy &gt;= X, accuracy &lt;= X, config KEY = VALUE, tried KEY = VALUE, control KEY = VALUE: SENTENCE, masked N, ablated N, snapshot, typed or answer TEXT</source>
        <translation>„%1“ lässt sich nicht prüfen; erwartet ist page ID, untrained, training, trained, steps &gt;= N, accuracy &gt;= X, accuracy &lt;= X, config SCHLÜSSEL = WERT, tried SCHLÜSSEL = WERT, control SCHLÜSSEL = WERT: SATZ, masked N, ablated N, snapshot, typed oder answer TEXT</translation>
    </message>
    <message>
        <source>there is no example %1 of the page Step by step; there are 1 to %2</source>
        <translation>es gibt kein Beispiel %1 der Seite Schrittweise; es gibt 1 bis %2</translation>
    </message>
    <message>
        <source>&quot;because&quot; says why an answer is right; expected &quot;check: answer&quot; before it</source>
        <translation>„because“ sagt, warum eine Antwort richtig ist; davor muss „check: answer“ stehen</translation>
    </message>
</context>
<context>
    <name>attx::RunActions</name>
    <message>
        <source>&amp;Open</source>
        <translation>Ö&amp;ffnen</translation>
    </message>
    <message>
        <source>Show its network, curves and snapshots in all pages</source>
        <translation>Sein Netz, seine Kurven und Zwischenstände auf allen Seiten zeigen</translation>
    </message>
    <message>
        <source>&amp;Compare with the run shown</source>
        <translation>Mit dem gezeigten Lauf &amp;vergleichen</translation>
    </message>
    <message>
        <source>Show it beside the run that is open</source>
        <translation>Ihn neben dem geöffneten Lauf zeigen</translation>
    </message>
    <message>
        <source>&amp;Star</source>
        <translation>&amp;Stern</translation>
    </message>
    <message>
        <source>Put a star at these runs, or take it away</source>
        <translation>Diesen Läufen einen Stern geben oder nehmen</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>&amp;Umbenennen</translation>
    </message>
    <message>
        <source>A name for the table and the legends; its folder stays as it is</source>
        <translation>Ein Name für Tabelle und Legenden; der Ordner bleibt, wie er ist</translation>
    </message>
    <message>
        <source>&amp;Note</source>
        <translation>&amp;Notiz</translation>
    </message>
    <message>
        <source>A line about this run, kept in its folder</source>
        <translation>Eine Zeile zu diesem Lauf; sie bleibt in seinem Ordner</translation>
    </message>
    <message>
        <source>Copy co&amp;mmand</source>
        <translation>&amp;Befehl kopieren</translation>
    </message>
    <message>
        <source>The command line that trains this run once more</source>
        <translation>Die Befehlszeile, die diesen Lauf noch einmal trainiert</translation>
    </message>
    <message>
        <source>&amp;Delete…</source>
        <translation>&amp;Löschen…</translation>
    </message>
    <message>
        <source>Move these runs to the system&apos;s trash</source>
        <translation>Diese Läufe in den Papierkorb des Systems verschieben</translation>
    </message>
    <message>
        <source> (The run was resumed: by other threads or instructions its bits would differ.)</source>
        <translation> (Der Lauf wurde fortgesetzt: Mit anderen Threads oder Befehlssätzen wären die Ergebnisse nicht bitgenau dieselben.)</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… und %1 weitere</translation>
    </message>
    <message>
        <source>Delete runs</source>
        <translation>Läufe löschen</translation>
    </message>
    <message>
        <source>Move this run to the trash?</source>
        <translation>Diesen Lauf in den Papierkorb verschieben?</translation>
    </message>
    <message>
        <source>Move these %1 runs to the trash?</source>
        <translation>Diese %1 Läufe in den Papierkorb verschieben?</translation>
    </message>
    <message>
        <source>A run of a sweep will wait to be trained again.</source>
        <translation>Ein Lauf eines Sweeps wartet dann darauf, noch einmal trainiert zu werden.</translation>
    </message>
    <message>
        <source>&amp;Move to the trash</source>
        <translation>In den &amp;Papierkorb</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>%1 is being trained, and stays.</source>
        <translation>%1 wird gerade trainiert und bleibt.</translation>
    </message>
    <message>
        <source>%1 could not be moved to the trash: the disk that it is on may have none, or the folder may not be written. It stays as it is.</source>
        <translation>%1 ließ sich nicht in den Papierkorb verschieben: Vielleicht hat der Datenträger keinen, oder der Ordner ist schreibgeschützt. Alles bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>1 run is in the trash.</source>
        <translation>1 Lauf ist im Papierkorb.</translation>
    </message>
    <message>
        <source>%1 runs are in the trash.</source>
        <translation>%1 Läufe sind im Papierkorb.</translation>
    </message>
    <message>
        <source> (Settings were changed under way, and the command has the last ones: see changed_settings in its run.json.)</source>
        <translation> (Während des Laufs wurden Einstellungen geändert, und der Befehl hat die letzten: siehe changed_settings in der run.json.)</translation>
    </message>
    <message>
        <source>The run that is shown stays in the window.</source>
        <translation>Der gezeigte Lauf bleibt im Fenster.</translation>
    </message>
    <message>
        <source>Select one run: it is shown beside the one that is open</source>
        <translation>Einen Lauf wählen: Er wird neben dem geöffneten gezeigt</translation>
    </message>
</context>
<context>
    <name>attx::RunController</name>
    <message>
        <source>The data have changed</source>
        <translation>Die Daten haben sich geändert</translation>
    </message>
    <message>
        <source>The data are not those that this run has learned from: %1.</source>
        <translation>Die Daten sind nicht die, von denen dieser Lauf gelernt hat: %1.</translation>
    </message>
    <message>
        <source>Bring them back, or train another run. Going on mixes both in one result.</source>
        <translation>Die alten Daten wiederherstellen oder einen anderen Lauf trainieren. Fortsetzen vermischt beide in einem Ergebnis.</translation>
    </message>
    <message>
        <source>&amp;Resume with the changed data</source>
        <translation>Mit den geänderten Daten &amp;fortsetzen</translation>
    </message>
    <message>
        <source>The folder of the run has been moved; the run goes on in %1.</source>
        <translation>Der Ordner des Laufs wurde verschoben; der Lauf geht in %1 weiter.</translation>
    </message>
</context>
<context>
    <name>attx::RunControls</name>
    <message>
        <source>Train</source>
        <translation>Trainieren</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Hold the run where it is (space)</source>
        <translation>Den Lauf anhalten (Leertaste)</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Train a single step (s)</source>
        <translation>Einen einzigen Schritt trainieren (s)</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>End the run here; what it has learned is kept</source>
        <translation>Den Lauf hier beenden; das Gelernte bleibt</translation>
    </message>
    <message>
        <source>Start over</source>
        <translation>Neu beginnen</translation>
    </message>
    <message>
        <source>Begin again from initial weights</source>
        <translation>Mit Anfangsgewichten von vorn beginnen</translation>
    </message>
    <message>
        <source>From the same initial weights</source>
        <translation>Mit denselben Anfangsgewichten</translation>
    </message>
    <message>
        <source>Start over with a new seed</source>
        <translation>Mit neuem Seed beginnen</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Not yet: %1</source>
        <translation>Noch nicht: %1</translation>
    </message>
    <message>
        <source>Resume this run (space); a change of the form begins a new one</source>
        <translation>Diesen Lauf fortsetzen (Leertaste); eine Änderung im Formular beginnt einen neuen</translation>
    </message>
    <message>
        <source>Train this network (space)</source>
        <translation>Dieses Netz trainieren (Leertaste)</translation>
    </message>
    <message>
        <source>Stop what is being prepared</source>
        <translation>Die Vorbereitung abbrechen</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>Fortschritt des Laufs</translation>
    </message>
    <message>
        <source>Train again</source>
        <translation>Erneut trainieren</translation>
    </message>
    <message>
        <source>Train a new network from initial weights (space); a notice leads back to this one</source>
        <translation>Ein neues Netz mit Anfangsgewichten trainieren (Leertaste); eine Meldung führt zu diesem zurück</translation>
    </message>
    <message>
        <source>Only a run that is in its folder can go on, with the settings that it has</source>
        <translation>Fortsetzen lässt sich nur ein Lauf, der in seinem Ordner liegt, mit seinen eigenen Einstellungen</translation>
    </message>
    <message>
        <source>Apply the settings: train the network that they describe, from initial weights (space)</source>
        <translation>Die Einstellungen anwenden: das Netz, das sie beschreiben, ab Anfangsgewichten trainieren (Leertaste)</translation>
    </message>
</context>
<context>
    <name>attx::RunFigures</name>
    <message>
        <source>Figure of the runs</source>
        <translation>Abbildung der Läufe</translation>
    </message>
    <message>
        <source>How the runs are compared</source>
        <translation>Wie die Läufe verglichen werden</translation>
    </message>
    <message>
        <source>parallel coordinates</source>
        <translation>parallele Koordinaten</translation>
    </message>
    <message>
        <source>curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>scatter</source>
        <translation>Streudiagramm</translation>
    </message>
    <message>
        <source>two groups</source>
        <translation>zwei Gruppen</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>What the curves show</source>
        <translation>Was die Kurven zeigen</translation>
    </message>
    <message>
        <source>validation loss</source>
        <translation>Validierungsverlust</translation>
    </message>
    <message>
        <source>validation accuracy</source>
        <translation>Validierungsgenauigkeit</translation>
    </message>
    <message>
        <source>training loss</source>
        <translation>Trainingsverlust</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>gradient norm</source>
        <translation>Gradientennorm</translation>
    </message>
    <message>
        <source>Horizontal axis</source>
        <translation>Waagerechte Achse</translation>
    </message>
    <message>
        <source>What runs along the axis; times are spread evenly over the steps of a run</source>
        <translation>Was auf der Achse steht; Zeiten sind gleichmäßig auf die Schritte eines Laufs verteilt</translation>
    </message>
    <message>
        <source>by step</source>
        <translation>nach Schritt</translation>
    </message>
    <message>
        <source>by epoch</source>
        <translation>nach Epoche</translation>
    </message>
    <message>
        <source>by time</source>
        <translation>nach Zeit</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>Which runs are one group: its mean, with a band of ± one standard deviation</source>
        <translation>Welche Läufe eine Gruppe bilden: ihr Mittel, mit einem Band von ± einer Standardabweichung</translation>
    </message>
    <message>
        <source>First group</source>
        <translation>Erste Gruppe</translation>
    </message>
    <message>
        <source>The group whose mean the other&apos;s is taken from</source>
        <translation>Die Gruppe, von deren Mittel das der anderen abgezogen wird</translation>
    </message>
    <message>
        <source>Second group</source>
        <translation>Zweite Gruppe</translation>
    </message>
    <message>
        <source>The group that it is compared with</source>
        <translation>Die Gruppe, mit der sie verglichen wird</translation>
    </message>
    <message>
        <source>Log x</source>
        <translation>Log x</translation>
    </message>
    <message>
        <source>Equal distances along the axis are equal ratios</source>
        <translation>Gleiche Abstände auf der Achse sind gleiche Verhältnisse</translation>
    </message>
    <message>
        <source>Log y</source>
        <translation>Log y</translation>
    </message>
    <message>
        <source>Equal heights are equal ratios</source>
        <translation>Gleiche Höhen sind gleiche Verhältnisse</translation>
    </message>
    <message>
        <source>grouped: all but seeds</source>
        <translation>gruppiert: alles außer Seeds</translation>
    </message>
    <message>
        <source>each run</source>
        <translation>jeder Lauf</translation>
    </message>
    <message>
        <source>grouped: %1</source>
        <translation>gruppiert: %1</translation>
    </message>
    <message>
        <source>curves of the first %1 of %2 runs: select others to see them</source>
        <translation>Kurven der ersten %1 von %2 Läufen: andere auswählen, um sie zu sehen</translation>
    </message>
    <message>
        <source>importance of settings</source>
        <translation>Wichtigkeit der Einstellungen</translation>
    </message>
    <message>
        <source>fi&amp;gure</source>
        <translation>Ab&amp;bildung</translation>
    </message>
    <message>
        <source>trained on different data</source>
        <translation>auf verschiedenen Daten trainiert</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>The setting on the horizontal axis</source>
        <translation>Die Einstellung auf der waagrechten Achse</translation>
    </message>
    <message>
        <source>all settings</source>
        <translation>alle Einstellungen</translation>
    </message>
    <message>
        <source>Curves shown</source>
        <translation>Gezeigte Kurven</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alle zeigen</translation>
    </message>
    <message>
        <source>Curves of all runs of the table: clears the selection</source>
        <translation>Kurven aller Läufe der Tabelle: hebt die Auswahl auf</translation>
    </message>
    <message>
        <source>1 unfinished run (%1) is shown up to its last step</source>
        <translation>1 unfertiger Lauf (%1) ist bis zu seinem letzten Schritt gezeigt</translation>
    </message>
    <message>
        <source>%1 unfinished runs (%2) are shown up to their last steps</source>
        <translation>%1 unfertige Läufe (%2) sind bis zu ihren letzten Schritten gezeigt</translation>
    </message>
    <message>
        <source>1 of %1 runs: the selected one</source>
        <translation>1 von %1 Läufen: der ausgewählte</translation>
    </message>
    <message>
        <source>%1 of %2 runs: the selected ones</source>
        <translation>%1 von %2 Läufen: die ausgewählten</translation>
    </message>
</context>
<context>
    <name>attx::RunFiles</name>
    <message>
        <source>&amp;Open run…</source>
        <translation>Lauf ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>Show a run from its folder</source>
        <translation>Einen Lauf aus seinem Ordner zeigen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+O</source>
        <translation>Ctrl+Shift+O</translation>
    </message>
    <message>
        <source>&amp;Recent runs</source>
        <translation>&amp;Letzte Läufe</translation>
    </message>
    <message>
        <source>Compare &amp;with</source>
        <translation>&amp;Vergleichen mit</translation>
    </message>
    <message>
        <source>A r&amp;un…</source>
        <translation>Einem La&amp;uf…</translation>
    </message>
    <message>
        <source>Show a second run for the same input, with the difference</source>
        <translation>Einen zweiten Lauf für dieselbe Eingabe zeigen, mit der Differenz</translation>
    </message>
    <message>
        <source>A &amp;checkpoint…</source>
        <translation>Einem &amp;Checkpoint…</translation>
    </message>
    <message>
        <source>Show a second network for the same input, with the difference</source>
        <translation>Ein zweites Netz für dieselbe Eingabe zeigen, mit der Differenz</translation>
    </message>
    <message>
        <source>C&amp;lose comparison</source>
        <translation>Vergleich &amp;schließen</translation>
    </message>
    <message>
        <source>Show one network again</source>
        <translation>Wieder nur ein Netz zeigen</translation>
    </message>
    <message>
        <source>Show the &amp;folder of this run</source>
        <translation>&amp;Ordner dieses Laufs zeigen</translation>
    </message>
    <message>
        <source>Opens the folder with the files of the run shown</source>
        <translation>Öffnet den Ordner mit den Dateien des gezeigten Laufs</translation>
    </message>
    <message>
        <source>&amp;Save model as…</source>
        <translation>Modell &amp;speichern unter…</translation>
    </message>
    <message>
        <source>Write the weights shown as a safetensors file</source>
        <translation>Die gezeigten Gewichte als safetensors-Datei schreiben</translation>
    </message>
    <message>
        <source>Save the model</source>
        <translation>Modell speichern</translation>
    </message>
    <message>
        <source>Checkpoints (*.safetensors)</source>
        <translation>Checkpoints (*.safetensors)</translation>
    </message>
    <message>
        <source>Expor&amp;t network</source>
        <translation>Net&amp;z exportieren</translation>
    </message>
    <message>
        <source>as &amp;PyTorch…</source>
        <translation>als &amp;PyTorch…</translation>
    </message>
    <message>
        <source>One readable Python file with network, data and training, and the weights beside it</source>
        <translation>Eine lesbare Python-Datei mit Netz, Daten und Training, daneben die Gewichte</translation>
    </message>
    <message>
        <source>Export as PyTorch</source>
        <translation>Als PyTorch exportieren</translation>
    </message>
    <message>
        <source>Python (*.py)</source>
        <translation>Python (*.py)</translation>
    </message>
    <message>
        <source>as &amp;ONNX…</source>
        <translation>als &amp;ONNX…</translation>
    </message>
    <message>
        <source>The network shown, for other programs</source>
        <translation>Das gezeigte Netz, für andere Programme</translation>
    </message>
    <message>
        <source>Export as ONNX</source>
        <translation>Als ONNX exportieren</translation>
    </message>
    <message>
        <source>ONNX networks (*.onnx)</source>
        <translation>ONNX-Netze (*.onnx)</translation>
    </message>
    <message>
        <source>as &amp;web page…</source>
        <translation>als &amp;Webseite…</translation>
    </message>
    <message>
        <source>One HTML file for any browser: the attention of this sample at every snapshot, with its values</source>
        <translation>Eine HTML-Datei für jeden Browser: die Attention dieses Beispiels bei jedem Zwischenstand, mit ihren Werten</translation>
    </message>
    <message>
        <source>Export as web page</source>
        <translation>Als Webseite exportieren</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>Webseiten (*.html)</translation>
    </message>
    <message>
        <source>Open a run: choose its folder</source>
        <translation>Lauf öffnen: seinen Ordner wählen</translation>
    </message>
    <message>
        <source>Open a checkpoint</source>
        <translation>Checkpoint öffnen</translation>
    </message>
    <message>
        <source>Show a network from a file: safetensors, PyTorch, Lightning, Flax or Keras, or a lesson state</source>
        <translation>Ein Netz aus einer Datei zeigen: safetensors, PyTorch, Lightning, Flax oder Keras, oder ein Stand einer Lektion</translation>
    </message>
    <message>
        <source>Checkpoints and lesson states (*.safetensors *.ckpt *.pt *.pth *.h5 *.keras *.attx);;All files (*)</source>
        <translation>Checkpoints und Stände von Lektionen (*.safetensors *.ckpt *.pt *.pth *.h5 *.keras *.attx);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Open &amp;checkpoint or lesson state…</source>
        <translation>&amp;Checkpoint oder Lektionsstand öffnen…</translation>
    </message>
    <message>
        <source>Open &amp;data…</source>
        <translation>&amp;Daten öffnen…</translation>
    </message>
    <message>
        <source>Look at a table of pairs or texts, an archive or pictures, and learn from it</source>
        <translation>Eine Tabelle von Paaren oder Texten, ein Archiv oder Bilder ansehen und daraus lernen</translation>
    </message>
    <message>
        <source>Open data</source>
        <translation>Daten öffnen</translation>
    </message>
    <message>
        <source>Tables and archives (*.csv *.tsv *.tab *.txt *.gz *.zip *.tar *.tgz);;All files (*)</source>
        <translation>Tabellen und Archive (*.csv *.tsv *.tab *.txt *.gz *.zip *.tar *.tgz);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>own data, csv, tsv, texts, use as data</source>
        <translation>eigene Daten, csv, tsv, Texte, als Daten verwenden</translation>
    </message>
    <message>
        <source>Open a folder of data…</source>
        <translation>Datenordner öffnen…</translation>
    </message>
    <message>
        <source>Look at a folder of texts or pictures, a folder for each class, and learn from it</source>
        <translation>Einen Ordner mit Texten oder Bildern ansehen, ein Ordner je Klasse, und daraus lernen</translation>
    </message>
    <message>
        <source>Open data: choose the folder</source>
        <translation>Daten öffnen: den Ordner wählen</translation>
    </message>
    <message>
        <source>own data, pictures, images, texts</source>
        <translation>eigene Daten, Bilder, Texte</translation>
    </message>
    <message>
        <source>Save re&amp;port…</source>
        <translation>Bericht speiche&amp;rn…</translation>
    </message>
    <message>
        <source>Settings, result and every figure as it is shown, in one web page or PDF</source>
        <translation>Einstellungen, Ergebnis und jede Abbildung, wie sie zu sehen ist, in einer Webseite oder einem PDF</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>Bericht speichern</translation>
    </message>
    <message>
        <source>Web pages (*.html);;PDF (*.pdf)</source>
        <translation>Webseiten (*.html);;PDF (*.pdf)</translation>
    </message>
    <message>
        <source>summary, hand in, print</source>
        <translation>Zusammenfassung, abgeben, drucken</translation>
    </message>
</context>
<context>
    <name>attx::RunListModel</name>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>state</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>best validation</source>
        <translation>beste Valid.</translation>
    </message>
    <message>
        <source>test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>time (s)</source>
        <translation>Zeit (s)</translation>
    </message>
    <message>
        <source>device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>A click puts a star here, or takes it away</source>
        <translation>Ein Klick setzt hier einen Stern oder entfernt ihn</translation>
    </message>
    <message>
        <source>started</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Runs with a star</source>
        <translation>Läufe mit Stern</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Validation accuracy over the epochs</source>
        <translation>Validierungsgenauigkeit über die Epochen</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>attx::RunsPage</name>
    <message>
        <source> (%1 of %2 finished)</source>
        <translation> (%1 von %2 beendet)</translation>
    </message>
    <message>
        <source>1 run</source>
        <translation>1 Lauf</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 Läufe</translation>
    </message>
    <message>
        <source>%1 of %2 runs</source>
        <translation>%1 von %2 Läufen</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Folder of runs</source>
        <translation>Ordner der Läufe</translation>
    </message>
    <message>
        <source>The folder whose runs are shown, at any depth: of the window&apos;s runs, of a sweep, or any other</source>
        <translation>Der Ordner, dessen Läufe gezeigt werden, in beliebiger Tiefe: die Läufe des Fensters, eines Sweeps oder andere</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Einen Ordner wählen</translation>
    </message>
    <message>
        <source>Choose a folder of runs or a sweep</source>
        <translation>Einen Ordner mit Läufen oder einen Sweep wählen</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Neu laden</translation>
    </message>
    <message>
        <source>Reload the folder</source>
        <translation>Den Ordner neu laden</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter of the runs</source>
        <translation>Filter der Läufe</translation>
    </message>
    <message>
        <source>Shows the runs with this text in any column, above and below</source>
        <translation>Zeigt oben und unten die Läufe mit diesem Text in einer der Spalten</translation>
    </message>
    <message>
        <source>One run per row; columns show what differs. Double-click a row to open it.</source>
        <translation>Eine Zeile je Lauf; die Spalten zeigen, worin sie sich unterscheiden. Ein Doppelklick öffnet den Lauf.</translation>
    </message>
    <message>
        <source>Reading …</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>%1 runs read …</source>
        <translation>%1 Läufe gelesen …</translation>
    </message>
    <message>
        <source>A folder of runs, or a sweep</source>
        <translation>Ein Ordner mit Läufen, oder ein Sweep</translation>
    </message>
    <message>
        <source>One run per row, with the settings in which they differ; a double click opens the run, the right button shows what else can be done</source>
        <translation>Eine Zeile je Lauf, mit den Einstellungen, in denen sie sich unterscheiden; ein Doppelklick öffnet den Lauf, die rechte Taste zeigt, was sonst möglich ist</translation>
    </message>
    <message>
        <source>What can be done with the runs that are selected: open, compare, star, note, copy the command, delete</source>
        <translation>Was mit den ausgewählten Läufen möglich ist: öffnen, vergleichen, Stern, Notiz, Befehl kopieren, löschen</translation>
    </message>
    <message>
        <source>New s&amp;weep…</source>
        <translation>Neuer S&amp;weep…</translation>
    </message>
    <message>
        <source>Stop sweep</source>
        <translation>Sweep anhalten</translation>
    </message>
    <message>
        <source>Trains the runs of this sweep that are not finished</source>
        <translation>Trainiert die Läufe dieses Sweeps, die nicht fertig sind</translation>
    </message>
    <message>
        <source>Running jobs are saved and can be resumed</source>
        <translation>Was gerade läuft, wird gespeichert und lässt sich fortsetzen</translation>
    </message>
    <message>
        <source>Selected ▾</source>
        <translation>Auswahl ▾</translation>
    </message>
    <message>
        <source>Selected runs</source>
        <translation>Ausgewählte Läufe</translation>
    </message>
    <message>
        <source>New sweep</source>
        <translation>Neuer Sweep</translation>
    </message>
    <message>
        <source>Train or stop the sweep</source>
        <translation>Sweep trainieren oder anhalten</translation>
    </message>
    <message>
        <source>No run yet: what Train and New sweep… make is listed here.</source>
        <translation>Noch kein Lauf: Was „Trainieren“ und „Neuer Sweep…“ ergeben, steht hier.</translation>
    </message>
    <message>
        <source>at the pace of the runs shown</source>
        <translation>im Tempo der gezeigten Läufe</translation>
    </message>
    <message>
        <source>by a trial</source>
        <translation>nach einem Versuch</translation>
    </message>
    <message>
        <source>1 is a copy of another run: figures count it once</source>
        <translation>1 ist die Kopie eines anderen Laufs: Abbildungen zählen ihn einmal</translation>
    </message>
    <message>
        <source>%1 are copies of other runs: figures count each run once</source>
        <translation>%1 sind Kopien anderer Läufe: Abbildungen zählen jeden Lauf einmal</translation>
    </message>
    <message>
        <source>Train sweep (%1 runs)</source>
        <translation>Sweep trainieren (%1 Läufe)</translation>
    </message>
    <message>
        <source>Resume sweep (%1 of %2 left)</source>
        <translation>Sweep fortsetzen (%1 von %2 offen)</translation>
    </message>
    <message>
        <source>&amp;folder</source>
        <translation>&amp;Ordner</translation>
    </message>
    <message>
        <source>Train sweep (1 run)</source>
        <translation>Sweep trainieren (1 Lauf)</translation>
    </message>
    <message>
        <source>Plan many runs from the form: vary settings, repeat with other seeds, train them here or elsewhere</source>
        <translation>Viele Läufe vom Formular aus planen: Einstellungen variieren, mit anderen Seeds wiederholen, hier oder anderswo trainieren</translation>
    </message>
</context>
<context>
    <name>attx::SampleBar</name>
    <message>
        <source>Padding</source>
        <translation>Padding</translation>
    </message>
    <message>
        <source>Show the positions behind the text too: this network attends to padding as it does to words, so the weights of a row add up to 1 only with them</source>
        <translation>Auch die Positionen hinter dem Text zeigen: Dieses Netz achtet auf Padding wie auf Wörter, die Gewichte einer Zeile ergeben also nur mit ihnen zusammen 1</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>predicted: image %1</source>
        <translation>vorhergesagt: Bild %1</translation>
    </message>
    <message>
        <source>odd one: image %1%2</source>
        <translation>Ausreißer: Bild %1%2</translation>
    </message>
    <message>
        <source>%1 × padding</source>
        <translation>%1 × Padding</translation>
    </message>
    <message>
        <source>predicted: %1</source>
        <translation>vorhergesagt: %1</translation>
    </message>
</context>
<context>
    <name>attx::SampleNumber</name>
    <message>
        <source>sample</source>
        <translation>Bsp.</translation>
    </message>
    <message>
        <source>Previous sample</source>
        <translation>Voriges Beispiel</translation>
    </message>
    <message>
        <source>Next sample</source>
        <translation>Nächstes Beispiel</translation>
    </message>
    <message>
        <source>Which sample of the validation data is looked at</source>
        <translation>Welches Beispiel der Validierungsdaten gezeigt wird</translation>
    </message>
    <message>
        <source>test %1</source>
        <translation>Test %1</translation>
    </message>
    <message>
        <source>own</source>
        <translation>eigenes</translation>
    </message>
    <message>
        <source> of %1</source>
        <translation> / %1</translation>
    </message>
    <message>
        <source>Previous sample (arrow down)</source>
        <translation>Voriges Beispiel (Pfeil nach unten)</translation>
    </message>
    <message>
        <source>Next sample (arrow up)</source>
        <translation>Nächstes Beispiel (Pfeil nach oben)</translation>
    </message>
    <message>
        <source>Which sample of the data is looked at</source>
        <translation>Welches Beispiel der Daten angesehen wird</translation>
    </message>
</context>
<context>
    <name>attx::SamplesPage</name>
    <message>
        <source>Sequences</source>
        <translation>Sequenzen</translation>
    </message>
    <message>
        <source>Sequence %1: %2, %3 wrong</source>
        <translation>Sequenz %1: %2, %3 falsch</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Marked: where the network is wrong. A click shows the sequence on the other pages.</source>
        <translation>Markiert: wo das Netz falsch liegt. Ein Klick zeigt die Sequenz auf den anderen Seiten.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Which sequences are shown</source>
        <translation>Welche Sequenzen gezeigt werden</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>with mistakes</source>
        <translation>mit Fehlern</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>There are no data to answer.</source>
        <translation>Es gibt keine Daten zum Beantworten.</translation>
    </message>
    <message>
        <source>answering …</source>
        <translation>antwortet …</translation>
    </message>
    <message>
        <source>all %1 sequences are right</source>
        <translation>alle %1 Sequenzen sind richtig</translation>
    </message>
    <message>
        <source>%1 of %2 sequences have mistakes</source>
        <translation>%1 von %2 Sequenzen haben Fehler</translation>
    </message>
    <message>
        <source>data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>show</source>
        <translation>zeigen</translation>
    </message>
    <message>
        <source>The answers come when the training pauses or ends.</source>
        <translation>Die Antworten kommen, wenn das Training pausiert oder endet.</translation>
    </message>
    <message>
        <source> · of another state of the network</source>
        <translation> · von einem anderen Stand des Netzes</translation>
    </message>
</context>
<context>
    <name>attx::SaveDialog</name>
    <message>
        <source>&amp;Browse…</source>
        <translation>&amp;Durchsuchen…</translation>
    </message>
    <message>
        <source>Choose the folder and the name</source>
        <translation>Den Ordner und den Namen wählen</translation>
    </message>
    <message>
        <source> px</source>
        <translation> px</translation>
    </message>
    <message>
        <source>%1 at 96 px an inch; text has its usual size</source>
        <translation>%1 bei 96 px je Zoll; Text hat seine übliche Größe</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>&amp;Size</source>
        <translation>&amp;Größe</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Light suits paper, dark suits dark slides</source>
        <translation>Hell passt zu Papier, dunkel zu dunklen Folien</translation>
    </message>
    <message>
        <source>S&amp;tyle</source>
        <translation>S&amp;til</translation>
    </message>
    <message>
        <source>%1 is there already. Replace it?</source>
        <translation>%1 ist schon da. Ersetzen?</translation>
    </message>
    <message>
        <source>&amp;Replace</source>
        <translation>E&amp;rsetzen</translation>
    </message>
</context>
<context>
    <name>attx::ScaleControls</name>
    <message>
        <source>colour scale</source>
        <translation>Farbskala</translation>
    </message>
    <message>
        <source>Shared: the same colour is the same value in every map. Per map: each map uses all colours, so that maps cannot be compared.</source>
        <translation>Gemeinsam: Dieselbe Farbe ist in jeder Karte derselbe Wert. Je Karte: Jede Karte nutzt alle Farben, die Karten sind also nicht vergleichbar.</translation>
    </message>
    <message>
        <source>The colours of small and large values</source>
        <translation>Die Farben kleiner und großer Werte</translation>
    </message>
    <message>
        <source>Colour &amp;scale</source>
        <translation>Farb&amp;skala</translation>
    </message>
    <message>
        <source>Co&amp;lours</source>
        <translation>&amp;Farben</translation>
    </message>
</context>
<context>
    <name>attx::SchedulePage</name>
    <message>
        <source>Schedule</source>
        <translation>Zeitplan</translation>
    </message>
    <message>
        <source>The learning rate over the steps of the run in the form.</source>
        <translation>Die Lernrate über die Schritte des Laufs im Formular.</translation>
    </message>
</context>
<context>
    <name>attx::SequenceEdit</name>
    <message>
        <source>“%1” is not a token. Use digits 0–%2.</source>
        <translation>„%1“ ist kein Token. Zahlen von 0 bis %2 verwenden.</translation>
    </message>
    <message>
        <source>Type tokens from 0 to %1</source>
        <translation>Token von 0 bis %1 eintippen</translation>
    </message>
    <message>
        <source>%1 tokens are too many; %2 are the limit</source>
        <translation>%1 Token sind zu viele; höchstens %2 sind möglich</translation>
    </message>
    <message>
        <source>Own text</source>
        <translation>Eigener Text</translation>
    </message>
    <message>
        <source>Own sequence</source>
        <translation>Eigene Sequenz</translation>
    </message>
    <message>
        <source>Type a text of your own. Attention and prediction follow as you type.</source>
        <translation>Einen eigenen Text eintippen. Attention und Vorhersage folgen beim Tippen.</translation>
    </message>
    <message>
        <source>Type a sequence of your own: tokens with blanks or commas between them, digits without, too. Attention and prediction follow as you type.</source>
        <translation>Eine eigene Sequenz eintippen: Token durch Leerzeichen oder Kommas getrennt, Ziffern auch ohne. Attention und Vorhersage folgen beim Tippen.</translation>
    </message>
    <message>
        <source>Trained on length %1; this one has %2.</source>
        <translation>Auf Länge %1 trainiert; diese Sequenz hat %2.</translation>
    </message>
</context>
<context>
    <name>attx::SequencesFigure</name>
    <message>
        <source>input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>true</source>
        <translation>Soll</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>vorhergesagt</translation>
    </message>
    <message>
        <source>Sequence %1</source>
        <translation>Sequenz %1</translation>
    </message>
    <message>
        <source> · %1 of %2 right</source>
        <translation> · %1 von %2 richtig</translation>
    </message>
    <message>
        <source>Sequences and answers</source>
        <translation>Sequenzen und Antworten</translation>
    </message>
</context>
<context>
    <name>attx::SetLinksFigure</name>
    <message>
        <source>query</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>query · %1</source>
        <translation>Anfrage · %1</translation>
    </message>
    <message>
        <source>key</source>
        <translation>Schlüssel</translation>
    </message>
</context>
<context>
    <name>attx::SetLinksView</name>
    <message>
        <source>Attention between the images</source>
        <translation>Attention zwischen den Bildern</translation>
    </message>
    <message>
        <source>The stronger a line, the more the image above attends to the one below. Click an image above to see its lines alone.</source>
        <translation>Je kräftiger eine Linie, desto mehr achtet das obere Bild auf das untere. Ein Klick auf ein oberes Bild zeigt nur dessen Linien.</translation>
    </message>
</context>
<context>
    <name>attx::SetListView</name>
    <message>
        <source>Sets</source>
        <translation>Mengen</translation>
    </message>
</context>
<context>
    <name>attx::SetPictures</name>
    <message>
        <source>%1: %2 × %3 pixels, scaled and cropped to %4 × %4.</source>
        <translation>%1: %2 × %3 Pixel, skaliert und beschnitten auf %4 × %4.</translation>
    </message>
</context>
<context>
    <name>attx::SetsPage</name>
    <message>
        <source>%1, image %2: %3</source>
        <translation>%1, Bild %2: %3</translation>
    </message>
    <message>
        <source> · probability %1</source>
        <translation> · Wahrscheinlichkeit %1</translation>
    </message>
    <message>
        <source>data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Whose sets are shown</source>
        <translation>Wessen Mengen gezeigt werden</translation>
    </message>
    <message>
        <source>test sets</source>
        <translation>Testmengen</translation>
    </message>
    <message>
        <source>validation sets</source>
        <translation>Validierungsmengen</translation>
    </message>
    <message>
        <source>show</source>
        <translation>zeigen</translation>
    </message>
    <message>
        <source>Which sets are shown. Unsure: the best guess has a probability up to 0.5; sure: from 0.9.</source>
        <translation>Welche Mengen gezeigt werden. Unsicher: Die beste Vermutung hat eine Wahrscheinlichkeit bis 0.5; sicher: ab 0.9.</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>mistakes</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>unsure</source>
        <translation>unsicher</translation>
    </message>
    <message>
        <source>sure</source>
        <translation>sicher</translation>
    </message>
    <message>
        <source>class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Only sets in which this class is the odd one or the others</source>
        <translation>Nur Mengen, in denen diese Klasse der Ausreißer ist oder die übrigen stellt</translation>
    </message>
    <message>
        <source>any class</source>
        <translation>jede Klasse</translation>
    </message>
    <message>
        <source>order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>In which order</source>
        <translation>In welcher Reihenfolge</translation>
    </message>
    <message>
        <source>as drawn</source>
        <translation>wie gezogen</translation>
    </message>
    <message>
        <source>largest loss first</source>
        <translation>größter Verlust zuerst</translation>
    </message>
    <message>
        <source>least sure first</source>
        <translation>unsicherste zuerst</translation>
    </message>
    <message>
        <source>Confusion</source>
        <translation>Verwechslung</translation>
    </message>
    <message>
        <source>Which odd class is missed among which: the share of mistakes, class by class</source>
        <translation>Welche Klasse als Ausreißer unter welcher übersehen wird: der Anteil der Fehler, Klasse für Klasse</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>Own set</source>
        <translation>Eigene Menge</translation>
    </message>
    <message>
        <source>Empty the own set</source>
        <translation>Die eigene Menge leeren</translation>
    </message>
    <message>
        <source>The set that is looked at</source>
        <translation>Die Menge, die gezeigt wird</translation>
    </message>
    <message>
        <source>Check equivariance</source>
        <translation>Äquivarianz prüfen</translation>
    </message>
    <message>
        <source>Shuffles the images of this set and asks again: every image must keep its probability</source>
        <translation>Mischt die Bilder dieser Menge und fragt noch einmal: Jedes Bild muss seine Wahrscheinlichkeit behalten</translation>
    </message>
    <message>
        <source>Result of the check</source>
        <translation>Ergebnis der Prüfung</translation>
    </message>
    <message>
        <source>Sets</source>
        <translation>Mengen</translation>
    </message>
    <message>
        <source>Below each image: the probability that it is the odd one.</source>
        <translation>Unter jedem Bild: die Wahrscheinlichkeit, dass es der Ausreißer ist.</translation>
    </message>
    <message>
        <source>Row: class of the odd one; column: of the others; bright: often not found.</source>
        <translation>Zeile: Klasse des Ausreißers; Spalte: die der anderen; hell: oft nicht gefunden.</translation>
    </message>
    <message>
        <source>Set %1</source>
        <translation>Menge %1</translation>
    </message>
    <message>
        <source>The images are being drawn …</source>
        <translation>Die Bilder werden gezeichnet …</translation>
    </message>
    <message>
        <source>No images yet: they are being read, or their place in the form (files) is not right.</source>
        <translation>Noch keine Bilder: Sie werden gelesen, oder ihr Ort im Formular (Dateien) stimmt nicht.</translation>
    </message>
    <message>
        <source>%1 of %2 sets</source>
        <translation>%1 von %2 Mengen</translation>
    </message>
    <message>
        <source> · %1 % found</source>
        <translation> · %1 % gefunden</translation>
    </message>
    <message>
        <source> so far, %1 of %2 asked</source>
        <translation> bisher, %1 von %2 gefragt</translation>
    </message>
    <message>
        <source>No set passes the filters.</source>
        <translation>Keine Menge passt zu den Filtern.</translation>
    </message>
    <message>
        <source>Another set</source>
        <translation>Eine andere Menge</translation>
    </message>
    <message>
        <source>Validation set %1</source>
        <translation>Validierungsmenge %1</translation>
    </message>
    <message>
        <source> (the list has the test sets)</source>
        <translation> (die Liste zeigt die Testmengen)</translation>
    </message>
    <message>
        <source> (the list has the validation sets)</source>
        <translation> (die Liste zeigt die Validierungsmengen)</translation>
    </message>
    <message>
        <source>%1: shuffled to %2, the answers differ by %3 at most.</source>
        <translation>%1: Gemischt zu %2 weichen die Antworten um höchstens %3 ab.</translation>
    </message>
    <message>
        <source>The probabilities in this order: %1</source>
        <translation>Die Wahrscheinlichkeiten in dieser Reihenfolge: %1</translation>
    </message>
    <message>
        <source>The order does not matter</source>
        <translation>Die Reihenfolge spielt keine Rolle</translation>
    </message>
    <message>
        <source>The order matters</source>
        <translation>Die Reihenfolge spielt eine Rolle</translation>
    </message>
    <message>
        <source>image %1, %2 %</source>
        <translation>Bild %1, %2 %</translation>
    </message>
    <message>
        <source>Answers of both networks</source>
        <translation>Antworten beider Netze</translation>
    </message>
    <message>
        <source>An own set holds up to %1 images.</source>
        <translation>Eine eigene Menge fasst bis zu %1 Bilder.</translation>
    </message>
    <message>
        <source>Describing a picture …</source>
        <translation>Ein Bild wird beschrieben …</translation>
    </message>
    <message>
        <source>Describing %1 pictures …</source>
        <translation>%1 Bilder werden beschrieben …</translation>
    </message>
    <message>
        <source>Explanation</source>
        <translation>Erklärung</translation>
    </message>
    <message>
        <source>What the maps of this set show: the attention of each head, or on which images its probabilities rest by a method of the page Explain</source>
        <translation>Was die Karten dieser Menge zeigen: die Attention jedes Kopfes, oder worauf ihre Wahrscheinlichkeiten nach einem Verfahren der Seite Erklären beruhen</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source> · the map misses the change of the logit by up to %1 %</source>
        <translation> · die Karte verfehlt die Änderung des Logits um bis zu %1 %</translation>
    </message>
    <message>
        <source>This run has no sets. Choose the preset Odd one out: drawn shapes.</source>
        <translation>Dieser Lauf hat keine Mengen. Die Vorlage „Ausreißer: gezeichnete Formen“ wählen.</translation>
    </message>
    <message>
        <source>%1: %2 · %3: %4</source>
        <translation>%1: %2 · %3: %4</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>%1 · %2, others %3</source>
        <translation>%1 · %2, sonst %3</translation>
    </message>
</context>
<context>
    <name>attx::SplitCombo</name>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Data that the network has not learned from</source>
        <translation>Daten, von denen das Netz nicht gelernt hat</translation>
    </message>
    <message>
        <source>validation data</source>
        <translation>Validierungsdaten</translation>
    </message>
    <message>
        <source>test data</source>
        <translation>Testdaten</translation>
    </message>
</context>
<context>
    <name>attx::StartPage</name>
    <message>
        <source>Train this network now (%1)</source>
        <translation>Dieses Netz jetzt trainieren (%1)</translation>
    </message>
    <message>
        <source>Train a network and watch what it looks at: choose a task</source>
        <translation>Ein Netz trainieren und sehen, worauf es achtet: eine Aufgabe wählen</translation>
    </message>
    <message>
        <source>Or learn step by step: the lessons</source>
        <translation>Oder Schritt für Schritt lernen: die Lektionen</translation>
    </message>
    <message>
        <source>Take the tour</source>
        <translation>Die Tour beginnen</translation>
    </message>
    <message>
        <source>Begin the first lesson</source>
        <translation>Die erste Lektion beginnen</translation>
    </message>
    <message>
        <source>Go to the network</source>
        <translation>Zum Netz</translation>
    </message>
    <message>
        <source>Close this page (Esc); Help, Start page, shows it again</source>
        <translation>Diese Seite schließen (Esc); „Hilfe“, „Startseite“ zeigt sie wieder</translation>
    </message>
    <message>
        <source>Begin this lesson</source>
        <translation>Diese Lektion beginnen</translation>
    </message>
    <message>
        <source>Start page</source>
        <translation>Startseite</translation>
    </message>
</context>
<context>
    <name>attx::StatusLine</name>
    <message>
        <source>Value under the pointer</source>
        <translation>Wert unter dem Zeiger</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Progress in words</source>
        <translation>Fortschritt in Worten</translation>
    </message>
    <message>
        <source>starting …</source>
        <translation>startet …</translation>
    </message>
    <message>
        <source>test accuracy %1 %, %2</source>
        <translation>Testgenauigkeit %1 %, %2</translation>
    </message>
    <message>
        <source>ended at step %1</source>
        <translation>beendet bei Schritt %1</translation>
    </message>
    <message>
        <source>not trained yet</source>
        <translation>noch nicht trainiert</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1, paused</source>
        <translation>%1, angehalten</translation>
    </message>
    <message>
        <source>%1, %2 left</source>
        <translation>%1, noch %2</translation>
    </message>
    <message>
        <source>opened, %1 parameters</source>
        <translation>geöffnet, %1 Parameter</translation>
    </message>
    <message>
        <source>at the run&apos;s end: %1</source>
        <translation>am Ende des Laufs: %1</translation>
    </message>
</context>
<context>
    <name>attx::StepsFigure</name>
    <message>
        <source>Attention step by step</source>
        <translation>Attention Schritt für Schritt</translation>
    </message>
    <message>
        <source>%1 = %2: type to change it</source>
        <translation>%1 = %2: zum Ändern tippen</translation>
    </message>
    <message>
        <source>%1 = −∞, because key %2 is masked</source>
        <translation>%1 = −∞, weil Schlüssel %2 maskiert ist</translation>
    </message>
    <message>
        <source>%1 = exp(−∞) = 0</source>
        <translation>%1 = exp(−∞) = 0</translation>
    </message>
    <message>
        <source>%1 = %2 has no value, because no key is left</source>
        <translation>%1 = %2 hat keinen Wert, weil jeder Schlüssel maskiert ist</translation>
    </message>
    <message>
        <source>%1 has no value, because no key is left</source>
        <translation>%1 hat keinen Wert, weil jeder Schlüssel maskiert ist</translation>
    </message>
    <message>
        <source>%1, %2, %3: %4</source>
        <translation>%1, %2, %3: %4</translation>
    </message>
    <message>
        <source>signed numbers</source>
        <translation>mit Vorzeichen</translation>
    </message>
    <message>
        <source>shares</source>
        <translation>Anteile</translation>
    </message>
    <message>
        <source>%1 = %2, as the layer reads it</source>
        <translation>%1 = %2, wie die Schicht es liest</translation>
    </message>
    <message>
        <source>%1 = %2, a parameter of the network</source>
        <translation>%1 = %2, ein Parameter des Netzes</translation>
    </message>
    <message>
        <source>%1 = %2, from head %3</source>
        <translation>%1 = %2, aus Kopf %3</translation>
    </message>
    <message>
        <source>%1 = −∞, because key %2 comes after query %3 (causal mask)</source>
        <translation>%1 = −∞, weil Schlüssel %2 hinter Anfrage %3 steht (kausale Maske)</translation>
    </message>
    <message>
        <source>bias</source>
        <translation>Bias</translation>
    </message>
    <message>
        <source>Attention step by step: layer %1, head %2</source>
        <translation>Attention Schritt für Schritt: Schicht %1, Kopf %2</translation>
    </message>
    <message>
        <source>%1 × %2 of %3 × %4</source>
        <translation>%1 × %2 von %3 × %4</translation>
    </message>
</context>
<context>
    <name>attx::StepsPage</name>
    <message>
        <source>Calculation</source>
        <translation>Rechnung</translation>
    </message>
    <message>
        <source>Point at a number to see what it is computed from.</source>
        <translation>Mit dem Zeiger auf eine Zahl zeigen, um zu sehen, woraus sie berechnet ist.</translation>
    </message>
    <message>
        <source>Q, K and V as notebooks print them, or your own</source>
        <translation>Q, K und V, wie Notebooks sie ausgeben, oder eigene</translation>
    </message>
    <message>
        <source>Own numbers</source>
        <translation>Eigene Zahlen</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>How many queries: the rows of Q</source>
        <translation>Wie viele Anfragen: die Zeilen von Q</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>How many keys and values: the rows of K and V</source>
        <translation>Wie viele Schlüssel und Werte: die Zeilen von K und V</translation>
    </message>
    <message>
        <source>width d</source>
        <translation>Breite d</translation>
    </message>
    <message>
        <source>How many numbers a query and a key have: the columns of Q and K</source>
        <translation>Wie viele Zahlen eine Anfrage und ein Schlüssel haben: die Spalten von Q und K</translation>
    </message>
    <message>
        <source>of values</source>
        <translation>der Werte</translation>
    </message>
    <message>
        <source>How many numbers a value has: the columns of V</source>
        <translation>Wie viele Zahlen ein Wert hat: die Spalten von V</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>Zufällig</translation>
    </message>
    <message>
        <source>Random numbers</source>
        <translation>Zufällige Zahlen</translation>
    </message>
    <message>
        <source>Scale by 1/√d</source>
        <translation>Mit 1/√d skalieren</translation>
    </message>
    <message>
        <source>Divide the products by √d, as attention does. Without it wide queries and keys give a softmax that is almost one-hot, and no gradient.</source>
        <translation>Die Produkte durch √d teilen, wie es Attention tut. Ohne das ergeben breite Anfragen und Schlüssel einen Softmax, der fast alles auf einen Schlüssel legt, und keinen Gradienten.</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>temperature, slider</source>
        <translation>Temperatur, Schieberegler</translation>
    </message>
    <message>
        <source>Of the softmax: below 1 the largest logit takes more, above 1 all get more alike</source>
        <translation>Des Softmax: Unter 1 nimmt das größte Logit mehr, über 1 werden sich alle ähnlicher</translation>
    </message>
    <message>
        <source>Unmask all keys</source>
        <translation>Alle Schlüssel freigeben</translation>
    </message>
    <message>
        <source>Let every key be attended to again. Click a key&apos;s name to mask it.</source>
        <translation>Wieder jeden Schlüssel zulassen. Ein Klick auf den Namen eines Schlüssels maskiert ihn.</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Step by step</source>
        <translation>Schrittweise</translation>
    </message>
    <message>
        <source>One attention computed number by number; every number can be edited.</source>
        <translation>Eine Attention, Zahl für Zahl berechnet; jede Zahl lässt sich ändern.</translation>
    </message>
    <message>
        <source>Every key is masked: weights and output have no value.</source>
        <translation>Jeder Schlüssel ist maskiert: Gewichte und Ausgabe haben keinen Wert.</translation>
    </message>
    <message>
        <source>Weights and output agree with the notebook&apos;s to %1.</source>
        <translation>Gewichte und Ausgabe stimmen mit denen des Notebooks bis auf %1 überein.</translation>
    </message>
    <message>
        <source>Causal mask</source>
        <translation>Kausale Maske</translation>
    </message>
    <message>
        <source>Mask every key after its query (j &gt; i), as models that write text do: nobody attends to what comes later</source>
        <translation>Jeden Schlüssel hinter seiner Anfrage maskieren (j &gt; i), wie Modelle, die Text schreiben: Keine Anfrage achtet auf das, was später kommt</translation>
    </message>
    <message>
        <source>No key is left for query %1: its weights and output have no value.</source>
        <translation>Für Anfrage %1 bleibt kein Schlüssel: Ihre Gewichte und ihre Ausgabe haben keinen Wert.</translation>
    </message>
    <message>
        <source>1 projections</source>
        <translation>1 Projektionen</translation>
    </message>
    <message>
        <source>2 attention</source>
        <translation>2 Attention</translation>
    </message>
    <message>
        <source>3 heads joined</source>
        <translation>3 verbundene Köpfe</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>How Q, K and V are made of the input; the attention; how W_O joins the heads</source>
        <translation>Wie Q, K und V aus der Eingabe entstehen; die Attention; wie W_O die Köpfe verbindet</translation>
    </message>
    <message>
        <source>from query</source>
        <translation>ab Anfrage</translation>
    </message>
    <message>
        <source>The first query shown; everything is computed with all of them</source>
        <translation>Die erste gezeigte Anfrage; gerechnet wird mit allen</translation>
    </message>
    <message>
        <source>key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>The first key shown; everything is computed with all of them</source>
        <translation>Der erste gezeigte Schlüssel; gerechnet wird mit allen</translation>
    </message>
    <message>
        <source>dimension</source>
        <translation>Dimension</translation>
    </message>
    <message>
        <source>The first dimension of the head shown; everything is computed with all of them</source>
        <translation>Die erste gezeigte Dimension des Kopfes; gerechnet wird mit allen</translation>
    </message>
    <message>
        <source>of the model</source>
        <translation>des Modells</translation>
    </message>
    <message>
        <source>The first of the network&apos;s dimensions shown; everything is computed with all of them</source>
        <translation>Die erste gezeigte Dimension des Netzes; gerechnet wird mit allen</translation>
    </message>
    <message>
        <source>Back to typed numbers</source>
        <translation>Zurück zu den getippten Zahlen</translation>
    </message>
    <message>
        <source>Show the numbers that were here before the head</source>
        <translation>Die Zahlen zeigen, die vor dem Kopf hier standen</translation>
    </message>
    <message>
        <source> of %1</source>
        <translation> von %1</translation>
    </message>
    <message>
        <source>Weights agree with the network&apos;s to %1.</source>
        <translation>Die Gewichte stimmen mit denen des Netzes auf %1 überein.</translation>
    </message>
    <message>
        <source>Changed by hand: not what the network computes.</source>
        <translation>Von Hand geändert: nicht, was das Netz rechnet.</translation>
    </message>
    <message>
        <source>Shown in part, computed whole.</source>
        <translation>Zum Teil gezeigt, ganz gerechnet.</translation>
    </message>
    <message>
        <source>One head, number by number, for the sample shown.</source>
        <translation>Ein Kopf, Zahl für Zahl, für das gezeigte Beispiel.</translation>
    </message>
    <message>
        <source>Layer %1, head %2</source>
        <translation>Schicht %1, Kopf %2</translation>
    </message>
    <message>
        <source>example</source>
        <translation>Beispiel</translation>
    </message>
    <message>
        <source>Draw all numbers of Q, K and V again, with mean 0 and variance 1</source>
        <translation>Alle Zahlen von Q, K und V neu ziehen, mit Mittel 0 und Varianz 1</translation>
    </message>
</context>
<context>
    <name>attx::StepsView</name>
    <message>
        <source>Attention step by step</source>
        <translation>Attention Schritt für Schritt</translation>
    </message>
    <message>
        <source>Eight matrices. Tab moves through queries, keys and values, arrows through all numbers; type to change one, M masks a key.</source>
        <translation>Acht Matrizen. Tab geht durch Anfragen, Schlüssel und Werte, Pfeile durch alle Zahlen; Tippen ändert eine, M maskiert einen Schlüssel.</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>A number from −%1 to %1. Tab: the next one; Esc: as it was</source>
        <translation>Eine Zahl von −%1 bis %1. Tab: die nächste; Esc: wie zuvor</translation>
    </message>
    <message>
        <source>“%1” is not a number from −%2 to %2, such as −0.5</source>
        <translation>„%1“ ist keine Zahl von −%2 bis %2, wie etwa −0.5</translation>
    </message>
    <message>
        <source>Click to unmask key %1: it can be attended to again</source>
        <translation>Klick gibt Schlüssel %1 frei: Auf ihn kann wieder geachtet werden</translation>
    </message>
    <message>
        <source>Click to mask key %1: no query can attend to it</source>
        <translation>Klick maskiert Schlüssel %1: Keine Anfrage kann auf ihn achten</translation>
    </message>
</context>
<context>
    <name>attx::SweepDialog</name>
    <message>
        <source>New sweep</source>
        <translation>Neuer Sweep</translation>
    </message>
    <message>
        <source>Runs start from the settings on the left. Tick a setting and list its values, separated by commas: each combination is trained with each seed.</source>
        <translation>Läufe gehen von den Einstellungen links aus. Eine Einstellung ankreuzen und ihre Werte auflisten, durch Kommas getrennt: Jede Kombination wird mit jedem Seed trainiert.</translation>
    </message>
    <message>
        <source>vary</source>
        <translation>variieren</translation>
    </message>
    <message>
        <source>values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Runs of each combination, with the form&apos;s seed and those that follow it</source>
        <translation>Läufe je Kombination, mit dem Seed des Formulars und den folgenden</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Every combination of the values, or some of them drawn at random</source>
        <translation>Jede Kombination der Werte, oder einige zufällig gezogene</translation>
    </message>
    <message>
        <source>all combinations</source>
        <translation>alle Kombinationen</translation>
    </message>
    <message>
        <source>drawn at random</source>
        <translation>zufällig gezogen</translation>
    </message>
    <message>
        <source>How many combinations are drawn</source>
        <translation>Wie viele Kombinationen gezogen werden</translation>
    </message>
    <message>
        <source>Runs at a time, if they are trained here; each gets its share of the cores</source>
        <translation>Gleichzeitige Läufe, falls hier trainiert wird; jeder bekommt seinen Anteil der Kerne</translation>
    </message>
    <message>
        <source>&amp;combinations</source>
        <translation>&amp;Kombinationen</translation>
    </message>
    <message>
        <source>runs at a ti&amp;me</source>
        <translation>Läufe &amp;gleichzeitig</translation>
    </message>
    <message>
        <source>&amp;Seeds</source>
        <translation>&amp;Seeds</translation>
    </message>
    <message>
        <source>The new folder: the plan and each run go there</source>
        <translation>Der neue Ordner: Der Plan und jeder Lauf kommen hinein</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>&amp;Durchsuchen…</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>&amp;Ordner</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>The lines that do the same without a window</source>
        <translation>Die Zeilen, die dasselbe ohne Fenster tun</translation>
    </message>
    <message>
        <source>Save &amp;job script…</source>
        <translation>&amp;Jobskript speichern…</translation>
    </message>
    <message>
        <source>Plans the sweep and writes a script for Slurm&apos;s sbatch</source>
        <translation>Plant den Sweep und schreibt ein Skript für sbatch von Slurm</translation>
    </message>
    <message>
        <source>&amp;Plan only</source>
        <translation>Nur &amp;planen</translation>
    </message>
    <message>
        <source>Writes the sweep&apos;s file; train it later, here or on other computers</source>
        <translation>Schreibt die Datei des Sweeps; trainieren lässt er sich später, hier oder auf anderen Rechnern</translation>
    </message>
    <message>
        <source>&amp;Train</source>
        <translation>&amp;Trainieren</translation>
    </message>
    <message>
        <source>Plans the sweep and trains it now, beside the window</source>
        <translation>Plant den Sweep und trainiert ihn jetzt, neben dem Fenster</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>Sch&amp;ließen</translation>
    </message>
    <message>
        <source>Close without creating anything</source>
        <translation>Schließen, ohne etwas anzulegen</translation>
    </message>
    <message>
        <source>, where %1 are free</source>
        <translation>, frei sind dort %1</translation>
    </message>
    <message>
        <source>%1 runs; each is checked when the sweep is made.</source>
        <translation>%1 Läufe; jeder wird beim Anlegen des Sweeps geprüft.</translation>
    </message>
    <message>
        <source>Planned in %1</source>
        <translation>Geplant in %1</translation>
    </message>
    <message>
        <source>Planned; start it with: sbatch %1</source>
        <translation>Geplant; starten mit: sbatch %1</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Neuer Ordner</translation>
    </message>
    <message>
        <source>Runs: %1 (combinations: %2, seeds: %3). About %4 here (%5), %6 on disk</source>
        <translation>Läufe: %1 (Kombinationen: %2, Seeds: %3). Etwa %4 hier (%5), %6 auf der Platte</translation>
    </message>
    <message>
        <source>a guess</source>
        <translation>geschätzt</translation>
    </message>
    <message>
        <source>find a setting</source>
        <translation>Einstellung suchen</translation>
    </message>
    <message>
        <source>Find a setting</source>
        <translation>Einstellung suchen</translation>
    </message>
    <message>
        <source>Shows the settings that have these words in their names, keys or descriptions, and those that vary</source>
        <translation>Zeigt die Einstellungen, in deren Namen, Kennungen oder Beschreibungen diese Wörter stehen, und die, die variieren</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Tick the values to be tried</source>
        <translation>Die Werte ankreuzen, die probiert werden</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>%1 values</source>
        <translation>%1 Werte</translation>
    </message>
    <message>
        <source>Name a new folder.</source>
        <translation>Einen neuen Ordner angeben.</translation>
    </message>
    <message>
        <source>%1 is there already: name a new folder.</source>
        <translation>%1 existiert schon: einen neuen Ordner angeben.</translation>
    </message>
    <message>
        <source>: choose or download the files in the form first</source>
        <translation>: Dateien zuerst im Formular wählen oder herunterladen</translation>
    </message>
    <message>
        <source>Runs: %1 (combinations: %2, seeds: %3). About %4 here (%5) if there are %7 training samples, which is known once the data are read; %6 on disk</source>
        <translation>Läufe: %1 (Kombinationen: %2, Seeds: %3). Etwa %4 hier (%5) bei %7 Trainingsbeispielen, deren Zahl erst nach dem Lesen der Daten bekannt ist; %6 auf der Platte</translation>
    </message>
</context>
<context>
    <name>attx::SweepProcess</name>
    <message>
        <source>The sweep could not be started: %1</source>
        <translation>Der Sweep konnte nicht gestartet werden: %1</translation>
    </message>
    <message>
        <source>%1 is being trained. Stop it first, or train the other one on the command line.</source>
        <translation>%1 wird gerade trainiert. Diesen Sweep zuerst anhalten oder den anderen auf der Kommandozeile trainieren.</translation>
    </message>
    <message>
        <source>training %1</source>
        <translation>trainiert %1</translation>
    </message>
    <message>
        <source>, %1 failed: the table says why</source>
        <translation>, %1 fehlgeschlagen: die Tabelle sagt, warum</translation>
    </message>
    <message>
        <source>, %1 have other settings than the sweep: the table says which</source>
        <translation>, %1 mit anderen Einstellungen als der Sweep: die Tabelle sagt, mit welchen</translation>
    </message>
    <message>
        <source>The sweep in %1 ended with status %2.</source>
        <translation>Der Sweep in %1 endete mit Status %2.</translation>
    </message>
    <message>
        <source>Sweep %1: %2 of %3 runs finished</source>
        <translation>Sweep %1: %2 von %3 Läufen beendet</translation>
    </message>
</context>
<context>
    <name>attx::TextPage</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Own text</source>
        <translation>Eigener Text</translation>
    </message>
    <message>
        <source>Type or paste a text: the network&apos;s answer follows as you type</source>
        <translation>Einen Text eintippen oder einfügen: Die Antwort des Netzes folgt beim Tippen</translation>
    </message>
    <message>
        <source>Type or paste a text of your own …</source>
        <translation>Einen eigenen Text eintippen oder einfügen …</translation>
    </message>
    <message>
        <source>Shading</source>
        <translation>Färbung</translation>
    </message>
    <message>
        <source>What the depth of colour behind a word means</source>
        <translation>Was die Tiefe der Farbe hinter einem Wort bedeutet</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>relevance</source>
        <translation>Relevanz</translation>
    </message>
    <message>
        <source>share in the logit</source>
        <translation>Anteil am Logit</translation>
    </message>
    <message>
        <source>max-pool wins</source>
        <translation>Max-Pooling</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>The layer whose attention is shown</source>
        <translation>Die Schicht, deren Attention gezeigt wird</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>Kopf</translation>
    </message>
    <message>
        <source>The head whose attention is shown, or the mean of all of the layer</source>
        <translation>Der Kopf, dessen Attention gezeigt wird, oder das Mittel aller der Schicht</translation>
    </message>
    <message>
        <source>shade by</source>
        <translation>färben nach</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>head</source>
        <translation>Kopf</translation>
    </message>
    <message>
        <source>About the text and the network</source>
        <translation>Über den Text und das Netz</translation>
    </message>
    <message>
        <source>Strongest keys</source>
        <translation>Stärkste Schlüssel</translation>
    </message>
    <message>
        <source>The words that this word attends to most</source>
        <translation>Die Wörter, auf die dieses Wort am meisten achtet</translation>
    </message>
    <message>
        <source>attends to</source>
        <translation>achtet auf</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>Mistakes</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Click a mistake to read its text</source>
        <translation>Ein Klick auf einen Fehler zeigt seinen Text</translation>
    </message>
    <message>
        <source>truth</source>
        <translation>tatsächlich</translation>
    </message>
    <message>
        <source>gets</source>
        <translation>Wahrsch.</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>The deeper the colour behind a word, the more it counts.</source>
        <translation>Je tiefer die Farbe hinter einem Wort, desto mehr zählt es.</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>right</source>
        <translation>richtig</translation>
    </message>
    <message>
        <source>wrong: it is %1</source>
        <translation>falsch: Es ist %1</translation>
    </message>
    <message>
        <source>1 word</source>
        <translation>1 Wort</translation>
    </message>
    <message>
        <source>%1 words</source>
        <translation>%1 Wörter</translation>
    </message>
    <message>
        <source>No texts yet</source>
        <translation>Noch keine Texte</translation>
    </message>
    <message>
        <source>They are being read, or their place is not known: choose it in the form (files), or press Get IMDB there.</source>
        <translation>Sie werden gelesen, oder ihr Ort ist nicht bekannt: ihn im Formular wählen (Dateien), oder dort „↓ IMDB…“ drücken.</translation>
    </message>
    <message>
        <source>Generated review %1</source>
        <translation>Erzeugte Rezension %1</translation>
    </message>
    <message>
        <source>Text %1</source>
        <translation>Text %1</translation>
    </message>
    <message>
        <source>Hover a word to see what it attends to; click it to keep it.</source>
        <translation>Auf ein Wort zeigen, um zu sehen, worauf es achtet; ein Klick hält es fest.</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>(padding, %1 ×)</source>
        <translation>(Padding, %1 ×)</translation>
    </message>
    <message>
        <source>Word %1, “%2”, attends to</source>
        <translation>Wort %1, „%2“, achtet auf</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>Asks the network about every validation text</source>
        <translation>Fragt das Netz nach jedem Text der Validierungsdaten</translation>
    </message>
    <message>
        <source>%1 of %2 texts</source>
        <translation>%1 von %2 Texten</translation>
    </message>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
    <message>
        <source> · has no such layer or head</source>
        <translation> · hat diese Schicht oder diesen Kopf nicht</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Second text</source>
        <translation>Zweiter Text</translation>
    </message>
    <message>
        <source>Second text of a pair, or nothing …</source>
        <translation>Zweiter Text eines Paares, oder nichts …</translation>
    </message>
    <message>
        <source>The network reads both texts, one behind the other</source>
        <translation>Das Netz liest beide Texte, einen hinter dem anderen</translation>
    </message>
    <message>
        <source>By word</source>
        <translation>Nach Wörtern</translation>
    </message>
    <message>
        <source>Joins the pieces of a word: attention to it is their sum, attention from it their mean</source>
        <translation>Verbindet die Stücke eines Wortes: Attention auf das Wort ist ihre Summe, Attention von ihm ihr Mittel</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 Token</translation>
    </message>
    <message>
        <source>Token %1, “%2”, attends to</source>
        <translation>Token %1, „%2“, achtet auf</translation>
    </message>
</context>
<context>
    <name>attx::TextView</name>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
</context>
<context>
    <name>attx::TimeBar</name>
    <message>
        <source>timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>Training timeline</source>
        <translation>Zeitleiste des Trainings</translation>
    </message>
    <message>
        <source>Every page shows the network as it was at this snapshot of its training; the right end is now (keys , and .).</source>
        <translation>Jede Seite zeigt das Netz, wie es bei diesem Zwischenstand seines Trainings war; das rechte Ende ist jetzt (Tasten , und .).</translation>
    </message>
    <message>
        <source>Snapshot shown</source>
        <translation>Gezeigter Zwischenstand</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Play the training (key p)</source>
        <translation>Das Training abspielen (Taste p)</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/s</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>How many snapshots a second are played</source>
        <translation>Wie viele Zwischenstände je Sekunde gezeigt werden</translation>
    </message>
    <message>
        <source>Save animation</source>
        <translation>Animation speichern</translation>
    </message>
    <message>
        <source>Save this page&apos;s figure at every snapshot: as numbered pictures, MP4 or GIF</source>
        <translation>Die Abbildung dieser Seite bei jedem Zwischenstand speichern: als nummerierte Bilder, MP4 oder GIF</translation>
    </message>
    <message>
        <source>Pause playing</source>
        <translation>Abspielen anhalten</translation>
    </message>
    <message>
        <source>before training</source>
        <translation>vor dem Training</translation>
    </message>
    <message>
        <source>now: %1</source>
        <translation>jetzt: %1</translation>
    </message>
    <message>
        <source>best epoch: %1</source>
        <translation>beste Epoche: %1</translation>
    </message>
    <message>
        <source>as saved</source>
        <translation>wie gespeichert</translation>
    </message>
    <message>
        <source>Snapshots of this run on disk: %1, %2; how often and how much is set in the form, under Snapshots.</source>
        <translation>Zwischenstände dieses Laufs auf dem Datenträger: %1, %2; wie oft und wie viele, steht im Formular unter „Zwischenstände“.</translation>
    </message>
</context>
<context>
    <name>attx::TokenStrip</name>
    <message>
        <source>Input and prediction</source>
        <translation>Eingabe und Vorhersage</translation>
    </message>
    <message>
        <source>Input %1. Prediction %2. Target %3. %4</source>
        <translation>Eingabe %1. Vorhersage %2. Soll %3. %4</translation>
    </message>
    <message>
        <source>right</source>
        <translation>richtig</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>falsch</translation>
    </message>
    <message>
        <source>%1/%2 right</source>
        <translation>%1/%2 richtig</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Soll</translation>
    </message>
    <message>
        <source>p in %</source>
        <translation>p in %</translation>
    </message>
    <message>
        <source>The input, what the network predicts for each position, what would be right, and the probability of the prediction in percent. Click a token of the input to mask it: no head may attend to it then. A word in brackets is not in the vocabulary: to the network it is [UNK].</source>
        <translation>Die Eingabe, was das Netz an jeder Position vorhersagt, was richtig wäre, und die Wahrscheinlichkeit der Vorhersage in Prozent. Ein Klick auf ein Token der Eingabe maskiert es: Kein Kopf darf dann auf es achten. Ein Wort in Klammern fehlt im Vokabular: Für das Netz ist es [UNK].</translation>
    </message>
</context>
<context>
    <name>attx::TrainWorker</name>
    <message>
        <source>There is not enough memory for this network and batch. Make one of them smaller.</source>
        <translation>Der Speicher reicht nicht für dieses Netz und diesen Batch. Eines von beiden verkleinern.</translation>
    </message>
    <message>
        <source>The graphics device&apos;s kernels are compiled and tried, once for networks of this shape: %1 of %2</source>
        <translation>Die Kernel des Grafikgeräts werden übersetzt und erprobt, einmal für Netze dieser Form: %1 von %2</translation>
    </message>
    <message>
        <source>This run is not saved. %1</source>
        <translation>Dieser Lauf wird nicht gespeichert. %1</translation>
    </message>
    <message>
        <source>The run could not be saved. %1</source>
        <translation>Der Lauf ließ sich nicht speichern. %1</translation>
    </message>
    <message>
        <source>The run could not be saved. %1 Training continues, and saving is tried again.</source>
        <translation>Der Lauf ließ sich nicht speichern. %1 Das Training geht weiter, und das Speichern wird wieder versucht.</translation>
    </message>
    <message>
        <source>%1: the folder holds more than the run&apos;s own files, so it stays.</source>
        <translation>%1: Der Ordner enthält mehr als die Dateien des Laufs und bleibt daher erhalten.</translation>
    </message>
    <message>
        <source>%1 = %2 (before: %3)</source>
        <extracomment>A setting, its value from now on and its value before.</extracomment>
        <translation>%1 = %2 (vorher: %3)</translation>
    </message>
    <message>
        <source>From step %1 on: %2. run.json keeps both.</source>
        <translation>Ab Schritt %1: %2. run.json behält beides.</translation>
    </message>
</context>
<context>
    <name>attx::TrainingPage</name>
    <message>
        <source>smoothing</source>
        <translation>Glättung</translation>
    </message>
    <message>
        <source>Averages over neighbouring steps; the raw curve stays, pale, under it</source>
        <translation>Mittelt über benachbarte Schritte; die rohe Kurve bleibt blass darunter</translation>
    </message>
    <message>
        <source>Logarithmic</source>
        <translation>Logarithmisch</translation>
    </message>
    <message>
        <source>Equal distances are equal ratios</source>
        <translation>Gleiche Abstände sind gleiche Verhältnisse</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>Legende</translation>
    </message>
    <message>
        <source>Say which curve is which</source>
        <translation>Zeigt, welche Kurve welche ist</translation>
    </message>
    <message>
        <source>Earlier runs</source>
        <translation>Frühere Läufe</translation>
    </message>
    <message>
        <source>Keep the curves of the last runs, pale; the legend says in what the last two differ, the pointer in what all do</source>
        <translation>Die Kurven der letzten Läufe blass stehen lassen; worin sich die letzten zwei unterscheiden, sagt die Legende, bei allen der Zeiger</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Curves of</source>
        <translation>Kurven von</translation>
    </message>
    <message>
        <source>What is drawn over the steps of the training</source>
        <translation>Was über den Schritten des Trainings gezeichnet wird</translation>
    </message>
    <message>
        <source>A curve for each head; bold: where it changed most from one snapshot to the next.</source>
        <translation>Eine Kurve je Kopf; fett: wo er sich von einem Zwischenstand zum nächsten am meisten änderte.</translation>
    </message>
    <message>
        <source>As it learns, the loss falls and the accuracy rises; dashed: the chance level.</source>
        <translation>Beim Lernen fällt der Verlust und steigt die Genauigkeit; gestrichelt: das Zufallsniveau.</translation>
    </message>
    <message>
        <source>loss and accuracy</source>
        <translation>Verlust und Genauigkeit</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>Köpfe</translation>
    </message>
    <message>
        <source>show</source>
        <translation>zeigen</translation>
    </message>
    <message>
        <source>Press Train: the curves grow while the network learns.</source>
        <translation>„Trainieren“ drücken: Die Kurven wachsen, während das Netz lernt.</translation>
    </message>
</context>
<context>
    <name>attx::UndoHistory</name>
    <message>
        <source>own input</source>
        <translation>eigene Eingabe</translation>
    </message>
    <message>
        <source>sample %1</source>
        <translation>Beispiel %1</translation>
    </message>
    <message>
        <source>restore all</source>
        <translation>alles einschalten</translation>
    </message>
    <message>
        <source>ablated heads and masked tokens</source>
        <translation>ausgeschaltete Köpfe und maskierte Token</translation>
    </message>
    <message>
        <source>ablate head %1 of layer %2</source>
        <translation>Kopf %1 von Schicht %2 ausschalten</translation>
    </message>
    <message>
        <source>restore head %1 of layer %2</source>
        <translation>Kopf %1 von Schicht %2 einschalten</translation>
    </message>
    <message>
        <source>mask token %1</source>
        <translation>Token %1 maskieren</translation>
    </message>
    <message>
        <source>unmask token %1</source>
        <translation>Token %1 freigeben</translation>
    </message>
    <message>
        <source>preset %1</source>
        <translation>Vorlage %1</translation>
    </message>
    <message>
        <source>%1 settings</source>
        <translation>%1 Einstellungen</translation>
    </message>
    <message>
        <source>%1: %2 → %3</source>
        <translation>%1: %2 → %3</translation>
    </message>
    <message>
        <source>page %1</source>
        <translation>Seite %1</translation>
    </message>
</context>
<context>
    <name>attx::WritePage</name>
    <message>
        <source>Prompt</source>
        <translation>Anfang</translation>
    </message>
    <message>
        <source>The text that the network goes on from</source>
        <translation>Der Text, den das Netz fortsetzt</translation>
    </message>
    <message>
        <source>Type the beginning of a text …</source>
        <translation>Den Anfang eines Textes eintippen …</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>The deeper the colour of a token, the more it surprised the network; click a token to see what else was likely.</source>
        <translation>Je tiefer die Farbe eines Tokens, desto mehr hat es das Netz überrascht; ein Klick auf ein Token zeigt, was sonst wahrscheinlich war.</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Divides the logits: 0 takes the likeliest token each time, above 1 is more random</source>
        <translation>Teilt die Logits: 0 nimmt jedes Mal das wahrscheinlichste Token, über 1 ist es zufälliger</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>How many tokens are written</source>
        <translation>Wie viele Token geschrieben werden</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>Draws among so many of the likeliest tokens only</source>
        <translation>Zieht nur unter so vielen der wahrscheinlichsten Token</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>The same seed writes the same text</source>
        <translation>Derselbe Seed schreibt denselben Text</translation>
    </message>
    <message>
        <source>Shading</source>
        <translation>Färbung</translation>
    </message>
    <message>
        <source>What the depth of colour behind a token means</source>
        <translation>Was die Tiefe der Farbe hinter einem Token bedeutet</translation>
    </message>
    <message>
        <source>surprise</source>
        <translation>Überraschung</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>The layer whose attention is shown</source>
        <translation>Die Schicht, deren Attention gezeigt wird</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>Kopf</translation>
    </message>
    <message>
        <source>The head whose attention is shown, or the mean of all of the layer</source>
        <translation>Der Kopf, dessen Attention gezeigt wird, oder das Mittel aller der Schicht</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>shade by</source>
        <translation>färben nach</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>head</source>
        <translation>Kopf</translation>
    </message>
    <message>
        <source>About the text</source>
        <translation>Über den Text</translation>
    </message>
    <message>
        <source>%1 tokens behind a prompt of %2</source>
        <translation>%1 Token nach einem Anfang von %2</translation>
    </message>
    <message>
        <source>surprise %1 bits on average</source>
        <translation>Überraschung im Mittel %1 Bit</translation>
    </message>
    <message>
        <source>writing …</source>
        <translation>schreibt …</translation>
    </message>
    <message>
        <source>the network ended the text</source>
        <translation>das Netz hat den Text beendet</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Nothing is written yet: press Write.</source>
        <translation>Noch ist nichts geschrieben: „Schreiben“ drücken.</translation>
    </message>
    <message>
        <source>There is no network yet that could write.</source>
        <translation>Noch gibt es kein Netz, das schreiben könnte.</translation>
    </message>
    <message>
        <source>What the network writes</source>
        <translation>Was das Netz schreibt</translation>
    </message>
    <message>
        <source>The next token: click one, and the text goes on from it. Click a token of the text to see what else was likely there.</source>
        <translation>Das nächste Token: Ein Klick auf eines, und der Text geht von ihm aus weiter. Ein Klick auf ein Token des Textes zeigt, was dort sonst wahrscheinlich war.</translation>
    </message>
    <message>
        <source>Token %1, “%2”</source>
        <translation>Token %1, „%2“</translation>
    </message>
    <message>
        <source>: probability %1 %, surprise %2 bits</source>
        <translation>: Wahrscheinlichkeit %1 %, Überraschung %2 Bit</translation>
    </message>
    <message>
        <source>1 token behind a prompt of %1</source>
        <translation>1 Token nach einem Anfang von %1</translation>
    </message>
    <message>
        <source>Nothing is written yet: type a beginning above, then press Write.</source>
        <translation>Noch ist nichts geschrieben: oben einen Anfang eingeben, dann „Schreiben“ drücken.</translation>
    </message>
    <message>
        <source>it reads %1 tokens at most: from token %2 on without the oldest half</source>
        <translation>es liest höchstens %1 Token: ab Token %2 ohne die älteste Hälfte</translation>
    </message>
    <message>
        <source>of another state of the network</source>
        <translation>von einem anderen Stand des Netzes</translation>
    </message>
</context>
<context>
    <name>attx::Writer</name>
    <message>
        <source>the mark at the snapshot&apos;s step</source>
        <translation>die Marke am Schritt des Zwischenstands</translation>
    </message>
    <message>
        <source>that the sequence is one of the test data, and its labels</source>
        <translation>dass die Sequenz aus den Testdaten ist, und ihre Labels</translation>
    </message>
    <message>
        <source>the set: it is none of the validation data, and the line takes the first of these</source>
        <translation>die Menge: Sie ist keine der Validierungsdaten, und die Zeile nimmt deren erste</translation>
    </message>
    <message>
        <source>the padding behind the text</source>
        <translation>das Padding hinter dem Text</translation>
    </message>
    <message>
        <source>that the loss is explained</source>
        <translation>dass der Verlust erklärt wird</translation>
    </message>
    <message>
        <source>the masked tokens</source>
        <translation>die maskierten Token</translation>
    </message>
    <message>
        <source>the scale of the colours (%1)</source>
        <translation>die Skala der Farben (%1)</translation>
    </message>
    <message>
        <source>that one method is subtracted</source>
        <translation>dass ein Verfahren abgezogen ist</translation>
    </message>
    <message>
        <source>the choice and order of the heads</source>
        <translation>Auswahl und Reihenfolge der Köpfe</translation>
    </message>
    <message>
        <source>which sets are listed: it draws eight of the validation data, from this one on</source>
        <translation>welche Mengen aufgelistet sind: Sie zeichnet acht der Validierungsdaten, von dieser an</translation>
    </message>
    <message>
        <source>which runs are chosen, how they are grouped, and the axes of the page</source>
        <translation>welche Läufe gewählt sind, wie sie gruppiert sind, und die Achsen der Seite</translation>
    </message>
    <message>
        <source>the word that asks</source>
        <translation>das Wort, das anfragt</translation>
    </message>
    <message>
        <source>the picture: it is none of the validation data, and the line takes the first of these</source>
        <translation>das Bild: Es ist keines der Validierungsdaten, und die Zeile nimmt deren erstes</translation>
    </message>
    <message>
        <source>the smoothing</source>
        <translation>die Glättung</translation>
    </message>
    <message>
        <source>the logarithmic axes</source>
        <translation>die logarithmischen Achsen</translation>
    </message>
    <message>
        <source>the current weights: the command takes those that the run has saved</source>
        <translation>die jetzigen Gewichte: Der Befehl nimmt die, die der Lauf gespeichert hat</translation>
    </message>
    <message>
        <source>the colours held over the steps seen</source>
        <translation>die über alle gesehenen Schritte feste Farbskala</translation>
    </message>
    <message>
        <source>the colours shared with the other network</source>
        <translation>die mit dem anderen Netz gemeinsame Farbskala</translation>
    </message>
</context>
<context>
    <name>model</name>
    <message>
        <source>token accuracy</source>
        <translation>Token-Genauigkeit</translation>
    </message>
    <message>
        <source>text accuracy</source>
        <translation>Text-Genauigkeit</translation>
    </message>
    <message>
        <source>set accuracy</source>
        <translation>Mengen-Genauigkeit</translation>
    </message>
    <message>
        <source>Task: reverse %1.</source>
        <translation>Aufgabe: %1 umkehren.</translation>
    </message>
    <message>
        <source>Task: copy %1.</source>
        <translation>Aufgabe: %1 kopieren.</translation>
    </message>
    <message>
        <source>Task: sort %1.</source>
        <translation>Aufgabe: %1 sortieren.</translation>
    </message>
    <message>
        <source>Task: rotate %1.</source>
        <translation>Aufgabe: %1 rotieren.</translation>
    </message>
    <message>
        <source>Task: learn the pairs in %1.</source>
        <translation>Aufgabe: die Paare in %1 lernen.</translation>
    </message>
    <message>
        <source>answer %1 tokens</source>
        <translation>%1 Token beantworten</translation>
    </message>
    <message>
        <source>find the odd one out among %1 images</source>
        <translation>den Ausreißer unter %1 Bildern finden</translation>
    </message>
    <message>
        <source>tell which class a text is of</source>
        <translation>sagen, zu welcher Klasse ein Text gehört</translation>
    </message>
    <message>
        <source>Reverse</source>
        <translation>Umkehren</translation>
    </message>
    <message>
        <source>Reverse, deep</source>
        <translation>Umkehren, tief</translation>
    </message>
    <message>
        <source>Reverse: hand-built</source>
        <translation>Umkehren, von Hand</translation>
    </message>
    <message>
        <source>Odd one out: drawn shapes</source>
        <translation>Ausreißer: gezeichnete Formen</translation>
    </message>
    <message>
        <source>Generated texts</source>
        <translation>Erzeugte Texte</translation>
    </message>
    <message>
        <source>IMDB reviews (download)</source>
        <translation>IMDB-Rezensionen (Download)</translation>
    </message>
    <message>
        <source>as PyTorch</source>
        <translation>wie PyTorch</translation>
    </message>
    <message>
        <source>as Keras</source>
        <translation>wie Keras</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>von Hand</translation>
    </message>
    <message>
        <source>sequences</source>
        <translation>Sequenzen</translation>
    </message>
    <message>
        <source>sets of images</source>
        <translation>Mengen von Bildern</translation>
    </message>
    <message>
        <source>texts</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>reverse</source>
        <translation>umkehren</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>kopieren</translation>
    </message>
    <message>
        <source>sort</source>
        <translation>sortieren</translation>
    </message>
    <message>
        <source>rotate</source>
        <translation>rotieren</translation>
    </message>
    <message>
        <source>pairs of a CSV file</source>
        <translation>Paare einer CSV-Datei</translation>
    </message>
    <message>
        <source>Adam</source>
        <translation>Adam</translation>
    </message>
    <message>
        <source>AdamW</source>
        <translation>AdamW</translation>
    </message>
    <message>
        <source>RMSprop</source>
        <translation>RMSprop</translation>
    </message>
    <message>
        <source>RMSprop, Keras 3</source>
        <translation>RMSprop, Keras 3</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>konstant</translation>
    </message>
    <message>
        <source>cosine × warm-up</source>
        <translation>Kosinus × Warm-up</translation>
    </message>
    <message>
        <source>warm-up, then cosine</source>
        <translation>Warm-up, dann Kosinus</translation>
    </message>
    <message>
        <source>What the network reads: tokens, each a category, or features, each a vector of numbers.</source>
        <translation>Was das Netz liest: Token, jedes eine Kategorie, oder Merkmale, jedes ein Vektor von Zahlen.</translation>
    </message>
    <message>
        <source>What the network answers: a class for each position, the odd one of a set, or a class for the whole (pooled).</source>
        <translation>Was das Netz antwortet: eine Klasse für jede Position, den Ausreißer einer Menge oder eine Klasse für das Ganze (Pooling).</translation>
    </message>
    <message>
        <source>How many categories a token can have, or how many numbers a feature vector has.</source>
        <translation>Wie viele Kategorien ein Token haben kann, oder wie viele Zahlen ein Merkmalsvektor hat.</translation>
    </message>
    <message>
        <source>The model dimension (d_model): how many numbers describe one position between the layers.</source>
        <translation>Die Modelldimension (d_model): wie viele Zahlen eine Position zwischen den Schichten beschreiben.</translation>
    </message>
    <message>
        <source>model dimension</source>
        <translation>Modelldimension</translation>
    </message>
    <message>
        <source>How many answers the network chooses from; a single one, pooled, is a binary output (sigmoid).</source>
        <translation>Unter wie vielen Antworten das Netz wählt; eine einzige, mit Pooling, ist eine binäre Ausgabe (Sigmoid).</translation>
    </message>
    <message>
        <source>classes</source>
        <translation>Klassen</translation>
    </message>
    <message>
        <source>How many attention maps a layer computes side by side, each on its own share of the model dimension.</source>
        <translation>Wie viele Attention-Karten eine Schicht nebeneinander berechnet, jede auf ihrem Anteil der Modelldimension.</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>Köpfe</translation>
    </message>
    <message>
        <source>The dimension of a head&apos;s queries, keys and values; 0 shares the model dimension among the heads.</source>
        <translation>Die Dimension der Anfragen, Schlüssel und Werte eines Kopfes; 0 teilt die Modelldimension unter den Köpfen auf.</translation>
    </message>
    <message>
        <source>head dimension</source>
        <translation>Kopfdimension</translation>
    </message>
    <message>
        <source>How many encoder layers follow each other; each attends to what the one before has gathered.</source>
        <translation>Wie viele Encoder-Schichten aufeinander folgen; jede achtet auf das, was die vorige gesammelt hat.</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>Feed-forward</translation>
    </message>
    <message>
        <source>The share of values set to zero at random while training, so that no value is relied on alone.</source>
        <translation>Der Anteil der Werte, die beim Training zufällig auf null gesetzt werden, damit sich das Netz auf keinen allein verlässt.</translation>
    </message>
    <message>
        <source>dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>The same on the input, before the first layer; it asks the network to cope with missing parts.</source>
        <translation>Dasselbe auf der Eingabe, vor der ersten Schicht; das Netz muss mit fehlenden Teilen zurechtkommen.</translation>
    </message>
    <message>
        <source>input dropout</source>
        <translation>Eingabe-Dropout</translation>
    </message>
    <message>
        <source>The same on what was pooled from all positions, before the last layer.</source>
        <translation>Dasselbe auf dem, was aus allen Positionen zusammengefasst wurde, vor der letzten Schicht.</translation>
    </message>
    <message>
        <source>pool dropout</source>
        <translation>Pooling-Dropout</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>Positionen</translation>
    </message>
    <message>
        <source>Looks a token&apos;s vector up in a table, one row a token, in place of a linear layer with a bias.</source>
        <translation>Schlägt den Vektor eines Tokens in einer Tabelle nach, eine Zeile je Token, anstelle einer linearen Schicht mit Bias.</translation>
    </message>
    <message>
        <source>embedding table</source>
        <translation>Token-Tabelle</translation>
    </message>
    <message>
        <source>Masks the filled-up end of short sequences in the attention and in pooling.</source>
        <translation>Maskiert das aufgefüllte Ende kurzer Sequenzen in der Attention und beim Pooling.</translation>
    </message>
    <message>
        <source>mask padding</source>
        <translation>Padding-Maske</translation>
    </message>
    <message>
        <source>How the weights begin: as PyTorch&apos;s or Keras&apos;s layers do, or by hand, set so that they reverse a sequence.</source>
        <translation>Wie die Gewichte beginnen: wie die Schichten von PyTorch oder Keras, oder von Hand so gesetzt, dass sie eine Sequenz umkehren.</translation>
    </message>
    <message>
        <source>initialisation</source>
        <translation>Initialisierung</translation>
    </message>
    <message>
        <source>Keeps layer normalisation from dividing by zero; PyTorch uses 1e-5, Flax 1e-6, Keras 1e-3.</source>
        <translation>Bewahrt die Schichtnormierung vor der Division durch null; PyTorch nimmt 1e-5, Flax 1e-6, Keras 1e-3.</translation>
    </message>
    <message>
        <source>norm epsilon</source>
        <translation>Norm-Epsilon</translation>
    </message>
    <message>
        <source>task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>label rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>How many different tokens there are; they are numbered from 0.</source>
        <translation>Wie viele verschiedene Token es gibt; sie sind ab 0 nummeriert.</translation>
    </message>
    <message>
        <source>categories</source>
        <translation>Kategorien</translation>
    </message>
    <message>
        <source>How many tokens a sequence has; the attention maps grow with its square.</source>
        <translation>Wie viele Token eine Sequenz hat; die Attention-Karten wachsen mit ihrem Quadrat.</translation>
    </message>
    <message>
        <source>length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>For the rule rotate: how many places to the left the sequence moves, its start returning at the end.</source>
        <translation>Für die Regel rotieren: um wie viele Positionen die Sequenz nach links rückt; ihr Anfang kehrt am Ende wieder.</translation>
    </message>
    <message>
        <source>rotate by</source>
        <translation>rotieren um</translation>
    </message>
    <message>
        <source>How many sequences the network learns from; of own files it is what validation and test leave.</source>
        <translation>Von wie vielen Sequenzen das Netz lernt; bei eigenen Dateien sind es die, die Validierung und Test übrig lassen.</translation>
    </message>
    <message>
        <source>training set</source>
        <translation>Trainingsdaten</translation>
    </message>
    <message>
        <source>How many sequences measure progress after each epoch and choose the best weights.</source>
        <translation>Wie viele Sequenzen nach jeder Epoche den Fortschritt messen und die besten Gewichte auswählen.</translation>
    </message>
    <message>
        <source>validation set</source>
        <translation>Validierungsdaten</translation>
    </message>
    <message>
        <source>How many sequences, never seen before, give the final accuracy.</source>
        <translation>Wie viele nie gesehene Sequenzen die endgültige Genauigkeit ergeben.</translation>
    </message>
    <message>
        <source>test set</source>
        <translation>Testdaten</translation>
    </message>
    <message>
        <source>Own rows and images: the share that measures progress, where the files set none apart; 0 takes data.validation_size rows.</source>
        <translation>Eigene Zeilen und Bilder: der Anteil, der den Fortschritt misst, wo die Dateien keinen vorsehen; 0 nimmt data.validation_size Zeilen.</translation>
    </message>
    <message>
        <source>validation share</source>
        <translation>Validierungsanteil</translation>
    </message>
    <message>
        <source>Own rows and images: the share that gives the final accuracy, where the files set none apart; 0 takes data.test_size rows.</source>
        <translation>Eigene Zeilen und Bilder: der Anteil, der die endgültige Genauigkeit ergibt, wo die Dateien keinen vorsehen; 0 nimmt data.test_size Zeilen.</translation>
    </message>
    <message>
        <source>test share</source>
        <translation>Testanteil</translation>
    </message>
    <message>
        <source>Deals own pairs, texts and images in the fixed parts that earlier versions took: their runs keep it.</source>
        <translation>Teilt eigene Paare, Texte und Bilder in die festen Teile früherer Versionen auf: Deren Läufe behalten sie.</translation>
    </message>
    <message>
        <source>earlier split</source>
        <translation>frühere Aufteilung</translation>
    </message>
    <message>
        <source>The number from which the data are drawn: the same number, the same data on every machine.</source>
        <translation>Die Zahl, aus der die Daten gezogen werden: dieselbe Zahl, dieselben Daten auf jedem Rechner.</translation>
    </message>
    <message>
        <source>data seed</source>
        <translation>Daten-Seed</translation>
    </message>
    <message>
        <source>For the rule csv: a file with one pair a line, input and output separated by a semicolon.</source>
        <translation>Für die Regel csv: eine Datei mit einem Paar je Zeile, Eingabe und Ausgabe durch ein Semikolon getrennt.</translation>
    </message>
    <message>
        <source>CSV file</source>
        <translation>CSV-Datei</translation>
    </message>
    <message>
        <source>Where the images or texts are: a folder, an archive or a file; empty takes those that the program makes itself.</source>
        <translation>Wo die Bilder oder Texte liegen: ein Ordner, ein Archiv oder eine Datei; leer nimmt die, die das Programm selbst erzeugt.</translation>
    </message>
    <message>
        <source>files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>What turns images into features: an ONNX network, pixels (a plain descriptor), or empty: those beside the images.</source>
        <translation>Was aus Bildern Merkmale macht: ein ONNX-Netz, pixels (eine einfache Beschreibung), oder leer: die neben den Bildern.</translation>
    </message>
    <message>
        <source>features by</source>
        <translation>Merkmale durch</translation>
    </message>
    <message>
        <source>How many images a set has; one of them does not belong.</source>
        <translation>Wie viele Bilder eine Menge hat; eines davon gehört nicht dazu.</translation>
    </message>
    <message>
        <source>set size</source>
        <translation>Mengengröße</translation>
    </message>
    <message>
        <source>Puts the odd image anywhere in its set; otherwise it comes last, which the network cannot see.</source>
        <translation>Setzt den Ausreißer an eine beliebige Position seiner Menge; sonst kommt er zuletzt, was das Netz nicht sehen kann.</translation>
    </message>
    <message>
        <source>shuffle places</source>
        <translation>Plätze mischen</translation>
    </message>
    <message>
        <source>In how many sets of the test each image is the odd one: the accuracy of one draw is a matter of luck, that of several less so.</source>
        <translation>In wie vielen Testmengen jedes Bild der Ausreißer ist: Die Genauigkeit einer Ziehung ist Glückssache, die mehrerer weniger.</translation>
    </message>
    <message>
        <source>test draws</source>
        <translation>Testziehungen</translation>
    </message>
    <message>
        <source>How many tokens the texts&apos; words become: padding, unknown, and then the most frequent words.</source>
        <translation>Wie viele Token aus den Wörtern der Texte werden: Padding, unbekannt, und dann die häufigsten Wörter.</translation>
    </message>
    <message>
        <source>vocabulary</source>
        <translation>Vokabular</translation>
    </message>
    <message>
        <source>optimiser</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>The size of a step: too small learns slowly, too large never settles.</source>
        <translation>Die Größe eines Schritts: zu klein lernt langsam, zu groß kommt nie zur Ruhe.</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>How long Adam remembers the direction of past gradients; near 1 is long.</source>
        <translation>Wie lange sich Adam die Richtung vergangener Gradienten merkt; nahe 1 ist lang.</translation>
    </message>
    <message>
        <source>beta 1</source>
        <translation>Beta 1</translation>
    </message>
    <message>
        <source>How long Adam remembers the size of past gradients; near 1 is long.</source>
        <translation>Wie lange sich Adam die Größe vergangener Gradienten merkt; nahe 1 ist lang.</translation>
    </message>
    <message>
        <source>beta 2</source>
        <translation>Beta 2</translation>
    </message>
    <message>
        <source>How long RMSprop remembers the size of past gradients; near 1 is long.</source>
        <translation>Wie lange sich RMSprop die Größe vergangener Gradienten merkt; nahe 1 ist lang.</translation>
    </message>
    <message>
        <source>rho</source>
        <translation>Rho</translation>
    </message>
    <message>
        <source>Keeps Adam and RMSprop from dividing by zero where gradients have been tiny.</source>
        <translation>Bewahrt Adam und RMSprop vor der Division durch null, wo die Gradienten winzig waren.</translation>
    </message>
    <message>
        <source>epsilon</source>
        <translation>Epsilon</translation>
    </message>
    <message>
        <source>weight decay</source>
        <translation>Weight Decay</translation>
    </message>
    <message>
        <source>schedule</source>
        <translation>Zeitplan</translation>
    </message>
    <message>
        <source>How many steps the learning rate takes to rise from zero, so that early, wild gradients do no harm.</source>
        <translation>In wie vielen Schritten die Lernrate von null ansteigt, damit frühe, wilde Gradienten nicht schaden.</translation>
    </message>
    <message>
        <source>warm-up steps</source>
        <translation>Warm-up-Schritte</translation>
    </message>
    <message>
        <source>Shrinks a gradient that is longer than this, so that one odd batch cannot spoil the weights; 0 never does.</source>
        <translation>Kürzt einen Gradienten, der länger ist als dies, damit ein einzelner Batch die Gewichte nicht verdirbt; 0 tut es nie.</translation>
    </message>
    <message>
        <source>clip norm</source>
        <translation>Clipping-Norm</translation>
    </message>
    <message>
        <source>How many sequences each step averages over: more are steadier, fewer are faster.</source>
        <translation>Über wie viele Sequenzen jeder Schritt mittelt: mehr sind ruhiger, weniger sind schneller.</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>How many times the network sees the whole training set; 0 trains nothing, or max_steps steps.</source>
        <translation>Wie oft das Netz alle Trainingsdaten sieht; 0 trainiert nichts, oder max_steps Schritte.</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>Ends training after this many steps, whatever the epochs; 0 sets no such end.</source>
        <translation>Beendet das Training nach so vielen Schritten, unabhängig von den Epochen; 0 setzt kein solches Ende.</translation>
    </message>
    <message>
        <source>maximum steps</source>
        <translation>max. Schritte</translation>
    </message>
    <message>
        <source>Ends training once validation accuracy (0 to 1) reaches this; 0 never does.</source>
        <translation>Beendet das Training, sobald die Validierungsgenauigkeit (0 bis 1) dies erreicht; 0 tut es nie.</translation>
    </message>
    <message>
        <source>target accuracy</source>
        <translation>Zielgenauigkeit</translation>
    </message>
    <message>
        <source>Ends training after this many epochs without a better validation accuracy; 0 never does.</source>
        <translation>Beendet das Training nach so vielen Epochen ohne bessere Validierungsgenauigkeit; 0 tut es nie.</translation>
    </message>
    <message>
        <source>patience</source>
        <translation>Geduld</translation>
    </message>
    <message>
        <source>How many snapshots of the parameters are kept besides those at the ends of epochs, most of them early; 0: only those.</source>
        <translation>Wie viele Zwischenstände der Parameter außer denen am Ende jeder Epoche behalten werden, die meisten früh; 0: nur diese.</translation>
    </message>
    <message>
        <source>snapshots</source>
        <translation>Zwischenstände</translation>
    </message>
    <message>
        <source>Keeps a snapshot every so many steps instead; 0 keeps training.snapshots of them.</source>
        <translation>Behält stattdessen alle so viele Schritte einen Zwischenstand; 0 behält training.snapshots davon.</translation>
    </message>
    <message>
        <source>interval (steps)</source>
        <translation>Abstand (Schritte)</translation>
    </message>
    <message>
        <source>The disk budget of the snapshots: beyond it they are thinned out evenly; 0 keeps none.</source>
        <translation>Der Platz für die Zwischenstände: Darüber werden sie gleichmäßig ausgedünnt; 0 behält keine.</translation>
    </message>
    <message>
        <source>disk budget (MB)</source>
        <translation>Platz (MB)</translation>
    </message>
    <message>
        <source>How many seconds of work a crash may cost; more where saving would take over 5 % of them. 0: an epoch&apos;s work.</source>
        <translation>Wie viele Sekunden Arbeit ein Absturz kosten darf; mehr, wo das Sichern über 5 % davon bräuchte. 0: die Arbeit einer Epoche.</translation>
    </message>
    <message>
        <source>save every (s)</source>
        <translation>sichern alle (s)</translation>
    </message>
    <message>
        <source>The name of the preset that this configuration started from.</source>
        <translation>Der Name der Vorlage, von der diese Konfiguration ausging.</translation>
    </message>
    <message>
        <source>The number behind initialisation, shuffling and dropout: the same number, the same run.</source>
        <translation>Die Zahl hinter Initialisierung, Mischen und Dropout: dieselbe Zahl, derselbe Lauf.</translation>
    </message>
    <message>
        <source>Where the network is computed: the processor (cpu) or a graphics card (vulkan); auto takes the fastest.</source>
        <translation>Wo das Netz berechnet wird: auf dem Prozessor (cpu) oder einer Grafikkarte (vulkan); auto nimmt das schnellste.</translation>
    </message>
    <message>
        <source>How many processor cores work at once; 0 takes all of them.</source>
        <translation>Wie viele Prozessorkerne zugleich arbeiten; 0 nimmt alle.</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>60,000 photographs of 32 × 32 in 100 classes, in the official binary form.</source>
        <translation>60 000 Fotos von 32 × 32 in 100 Klassen, in der offiziellen binären Form.</translation>
    </message>
    <message>
        <source>No licence is stated. The publisher asks users to cite: Krizhevsky, Learning Multiple Layers of Features from Tiny Images, 2009.</source>
        <translation>Es ist keine Lizenz angegeben. Der Herausgeber bittet, zu zitieren: Krizhevsky, Learning Multiple Layers of Features from Tiny Images, 2009.</translation>
    </message>
    <message>
        <source>An image network trained on ImageNet (ONNX), which turns an image into 512 features.</source>
        <translation>Ein auf ImageNet trainiertes Bildnetz (ONNX), das aus einem Bild 512 Merkmale macht.</translation>
    </message>
    <message>
        <source>50,000 labelled film reviews, half of them for testing (Large Movie Review Dataset 1.0).</source>
        <translation>50 000 bewertete Filmrezensionen, die Hälfte zum Testen (Large Movie Review Dataset 1.0).</translation>
    </message>
    <message>
        <source>No licence is stated. The publisher asks users to cite: Maas et al., Learning Word Vectors for Sentiment Analysis, ACL 2011.</source>
        <translation>Es ist keine Lizenz angegeben. Der Herausgeber bittet, zu zitieren: Maas et al., Learning Word Vectors for Sentiment Analysis, ACL 2011.</translation>
    </message>
    <message>
        <source>attention weight</source>
        <translation>Attention-Gewicht</translation>
    </message>
    <message>
        <source>score</source>
        <translation>erklärte Größe</translation>
    </message>
    <message>
        <source>logit</source>
        <translation>Logit</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>Norm</translation>
    </message>
    <message>
        <source>share of a change</source>
        <translation>Anteil einer Änderung</translation>
    </message>
    <message>
        <source>First layer</source>
        <translation>Erste Schicht</translation>
    </message>
    <message>
        <source>What each position attends to in the first layer, averaged over its heads.</source>
        <translation>Worauf jede Position in der ersten Schicht achtet, gemittelt über deren Köpfe.</translation>
    </message>
    <message>
        <source>mean over heads of A₁</source>
        <translation>Mittel über die Köpfe von A₁</translation>
    </message>
    <message>
        <source>Last layer</source>
        <translation>Letzte Schicht</translation>
    </message>
    <message>
        <source>What each position attends to in the last layer, averaged over its heads.</source>
        <translation>Worauf jede Position in der letzten Schicht achtet, gemittelt über deren Köpfe.</translation>
    </message>
    <message>
        <source>mean over heads of A_L</source>
        <translation>Mittel über die Köpfe von A_L</translation>
    </message>
    <message>
        <source>Rollout</source>
        <translation>Rollout</translation>
    </message>
    <message>
        <source>How much of each input reaches each output through all layers; a share of each layer bypasses attention (residual).</source>
        <translation>Wie viel von jeder Eingabe durch alle Schichten bei jeder Ausgabe ankommt; ein Anteil jeder Schicht geht an der Attention vorbei (Residualverbindung).</translation>
    </message>
    <message>
        <source>Â_L ⋯ Â₂ Â₁,  Â = rows normalised of (1 − s) Ā + s I</source>
        <translation>Â_L ⋯ Â₂ Â₁,  Â = (1 − s) Ā + s I mit normierten Zeilen</translation>
    </message>
    <message>
        <source>Rollout, element-wise</source>
        <translation>Rollout, elementweise</translation>
    </message>
    <message>
        <source>What all layers attend to at once: their attention multiplied cell by cell.</source>
        <translation>Worauf alle Schichten zugleich achten: ihre Attention, Zelle für Zelle multipliziert.</translation>
    </message>
    <message>
        <source>product of weights</source>
        <translation>Produkt von Gewichten</translation>
    </message>
    <message>
        <source>the laboratory notebook</source>
        <translation>das Notebook des Praktikums</translation>
    </message>
    <message>
        <source>Attention flow</source>
        <translation>Attention Flow</translation>
    </message>
    <message>
        <source>How much could flow from an input to an output where attention weights are the capacities.</source>
        <translation>Wie viel von einer Eingabe zu einer Ausgabe fließen könnte, wenn die Attention-Gewichte die Kapazitäten sind.</translation>
    </message>
    <message>
        <source>flow</source>
        <translation>Fluss</translation>
    </message>
    <message>
        <source>maximum flow from i (last layer) to j (input), capacities ½ Ā + ½ I</source>
        <translation>maximaler Fluss von i (letzte Schicht) nach j (Eingabe), Kapazitäten ½ Ā + ½ I</translation>
    </message>
    <message>
        <source>Attention × gradient</source>
        <translation>Attention × Gradient</translation>
    </message>
    <message>
        <source>The attention that the explained score depends on: weights times the gradient of the score.</source>
        <translation>Die Attention, von der die erklärte Größe abhängt: Gewichte mal deren Gradient.</translation>
    </message>
    <message>
        <source>mean over heads of (A ⊙ ∂score/∂A)⁺</source>
        <translation>Mittel über die Köpfe von (A ⊙ ∂Größe/∂A)⁺</translation>
    </message>
    <message>
        <source>Relevance</source>
        <translation>Relevanz</translation>
    </message>
    <message>
        <source>How much each input adds to the explained score: attention × gradient, accumulated over all layers.</source>
        <translation>Wie viel jede Eingabe zur erklärten Größe beiträgt: Attention × Gradient, über alle Schichten aufsummiert.</translation>
    </message>
    <message>
        <source>R = I;  R ← R + mean over heads of (∂score/∂A ⊙ A)⁺ · R</source>
        <translation>R = I;  R ← R + Mittel über die Köpfe von (∂Größe/∂A ⊙ A)⁺ · R</translation>
    </message>
    <message>
        <source>Input × gradient</source>
        <translation>Eingabe × Gradient</translation>
    </message>
    <message>
        <source>How the logit of each output would change, to first order, if an input&apos;s embedding were taken away.</source>
        <translation>Wie sich das Logit jeder Ausgabe in erster Ordnung änderte, wenn das Embedding einer Eingabe wegfiele.</translation>
    </message>
    <message>
        <source>Integrated gradients</source>
        <translation>Integrierte Gradienten</translation>
    </message>
    <message>
        <source>What each input adds to the logit of an output on the way from a neutral input to this one.</source>
        <translation>Was jede Eingabe dem Logit einer Ausgabe hinzufügt auf dem Weg von einer neutralen Eingabe zu dieser.</translation>
    </message>
    <message>
        <source>Occlusion</source>
        <translation>Okklusion</translation>
    </message>
    <message>
        <source>How much of an output&apos;s logit is lost where no head may attend to the input; its own residual stays.</source>
        <translation>Wie viel vom Logit einer Ausgabe verloren geht, wenn kein Kopf auf die Eingabe achten darf; ihre eigene Residualverbindung bleibt.</translation>
    </message>
    <message>
        <source>F_p(x) − F_p(x, key t masked everywhere)</source>
        <translation>F_p(x) − F_p(x, Schlüssel t überall maskiert)</translation>
    </message>
    <message>
        <source>Value zeroing</source>
        <translation>Value Zeroing</translation>
    </message>
    <message>
        <source>How much a layer&apos;s output at a position turns when the values of another position are set to zero.</source>
        <translation>Wie sehr sich die Ausgabe einer Schicht an einer Position dreht, wenn die Werte einer anderen auf null gesetzt werden.</translation>
    </message>
    <message>
        <source>1 − cos(output_i, output_i with v_t = 0), rows divided by their sums</source>
        <translation>1 − cos(Ausgabe_i, Ausgabe_i mit v_t = 0), Zeilen durch ihre Summen geteilt</translation>
    </message>
    <message>
        <source>Value zeroing, rolled out</source>
        <translation>Value Zeroing, ausgerollt</translation>
    </message>
    <message>
        <source>Value zeroing carried through all layers: how much of each output comes from each input.</source>
        <translation>Value Zeroing durch alle Schichten getragen: wie viel von jeder Ausgabe aus jeder Eingabe kommt.</translation>
    </message>
    <message>
        <source>C_L ⋯ C₂ C₁, C the value zeroing of a layer, without identity</source>
        <translation>C_L ⋯ C₂ C₁, C das Value Zeroing einer Schicht, ohne Einheitsmatrix</translation>
    </message>
    <message>
        <source>Norms</source>
        <translation>Normen</translation>
    </message>
    <message>
        <source>How large the vectors are that attention adds: its weights times the length of the vectors that they weigh.</source>
        <translation>Wie groß die Vektoren sind, die Attention addiert: ihre Gewichte mal die Länge der Vektoren, die sie gewichten.</translation>
    </message>
    <message>
        <source>Norms of heads</source>
        <translation>Normen der Köpfe</translation>
    </message>
    <message>
        <source>The same for each head by itself.</source>
        <translation>Dasselbe für jeden Kopf einzeln.</translation>
    </message>
    <message>
        <source>Terms of the score</source>
        <translation>Terme des Scores</translation>
    </message>
    <message>
        <source>Why a head of the first layer looks there: what of its score is content, what position, what bias.</source>
        <translation>Warum ein Kopf der ersten Schicht dorthin schaut: was an seinem Score Inhalt ist, was Position, was Bias.</translation>
    </message>
    <message>
        <source>logit of attention</source>
        <translation>Logit der Attention</translation>
    </message>
    <message>
        <source>q · k / √d = content–content + content–position + position–content + position–position + bias</source>
        <translation>q · k / √d = Inhalt–Inhalt + Inhalt–Position + Position–Inhalt + Position–Position + Bias</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>Embedding</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Encoder layer</source>
        <translation>Encoder-Schicht</translation>
    </message>
    <message>
        <source>A vector for each token</source>
        <translation>Ein Vektor je Token</translation>
    </message>
    <message>
        <source>From features to d_model</source>
        <translation>Von Merkmalen zu d_model</translation>
    </message>
    <message>
        <source>Queries, keys and values</source>
        <translation>Anfragen, Schlüssel und Werte</translation>
    </message>
    <message>
        <source>Heads joined by W_O</source>
        <translation>Köpfe, verbunden durch W_O</translation>
    </message>
    <message>
        <source>Normalisation after attention</source>
        <translation>Normierung nach der Attention</translation>
    </message>
    <message>
        <source>Normalisation after feed-forward</source>
        <translation>Normierung nach Feed-forward</translation>
    </message>
    <message>
        <source>Feed-forward, in</source>
        <translation>Feed-forward, hinein</translation>
    </message>
    <message>
        <source>Feed-forward, out</source>
        <translation>Feed-forward, hinaus</translation>
    </message>
    <message>
        <source>Hidden layer</source>
        <translation>Verborgene Schicht</translation>
    </message>
    <message>
        <source>Normalisation</source>
        <translation>Normierung</translation>
    </message>
    <message>
        <source>Logits</source>
        <translation>Logits</translation>
    </message>
    <message>
        <source>Laboratory 8</source>
        <translation>Praktikum 8</translation>
    </message>
    <message>
        <source>left out of the set; the answer&apos;s own member stays</source>
        <translation>aus der Menge weggelassen; das Element, um das es geht, bleibt</translation>
    </message>
    <message>
        <source>replaced by [UNK]; padding never counts</source>
        <translation>durch [UNK] ersetzt; Padding zählt nie</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>unterbrochen</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>beschädigt</translation>
    </message>
    <message>
        <source>entropy</source>
        <translation>Entropie</translation>
    </message>
    <message>
        <source>entropy (nats)</source>
        <translation>Entropie (nat)</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>distance (tokens)</source>
        <translation>Abstand (Token)</translation>
    </message>
    <message>
        <source>importance</source>
        <translation>Wichtigkeit</translation>
    </message>
    <message>
        <source>increase of the loss (nats)</source>
        <translation>Zunahme des Verlusts (nat)</translation>
    </message>
    <message>
        <source>share of the attention</source>
        <translation>Anteil der Attention</translation>
    </message>
    <message>
        <source>diagonal</source>
        <translation>Diagonale</translation>
    </message>
    <message>
        <source>previous</source>
        <translation>Vorgänger</translation>
    </message>
    <message>
        <source>next</source>
        <translation>Nachfolger</translation>
    </message>
    <message>
        <source>anti-diagonal</source>
        <translation>Gegendiagonale</translation>
    </message>
    <message>
        <source>first</source>
        <translation>Anfang</translation>
    </message>
    <message>
        <source>same token</source>
        <translation>gleiches Token</translation>
    </message>
    <message>
        <source>same class</source>
        <translation>gleiche Klasse</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>Padding</translation>
    </message>
    <message>
        <source>embeddings</source>
        <translation>Embeddings</translation>
    </message>
    <message>
        <source>hidden states</source>
        <translation>verborgene Zustände</translation>
    </message>
    <message>
        <source>queries and keys</source>
        <translation>Anfragen und Schlüssel</translation>
    </message>
    <message>
        <source>members of sets</source>
        <translation>Elemente von Mengen</translation>
    </message>
    <message>
        <source>token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>position</source>
        <translation>Position</translation>
    </message>
    <message>
        <source>class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>right or wrong</source>
        <translation>richtig oder falsch</translation>
    </message>
    <message>
        <source>Takes the logits from one linear layer, without the hidden layer, norm and ReLU before it; a pooled answer always is.</source>
        <translation>Nimmt die Logits aus einer einzigen linearen Schicht, ohne die verborgene Schicht, Norm und ReLU davor; bei einer zusammengefassten Antwort ist es immer so.</translation>
    </message>
    <message>
        <source>linear output</source>
        <translation>lineare Ausgabe</translation>
    </message>
    <message>
        <source>What is learned from; it decides what the network reads and answers.</source>
        <translation>Wovon gelernt wird; es bestimmt, was das Netz liest und antwortet.</translation>
    </message>
    <message>
        <source>Something that is not linear stands between the embedding and the first layer&apos;s queries and keys, so that a score is no sum of terms.</source>
        <translation>Zwischen dem Embedding und den Anfragen und Schlüsseln der ersten Schicht steht etwas Nichtlineares, sodass ein Score keine Summe von Termen ist.</translation>
    </message>
    <message>
        <source>ReLU</source>
        <translation>ReLU</translation>
    </message>
    <message>
        <source>GELU</source>
        <translation>GELU</translation>
    </message>
    <message>
        <source>GELU, tanh</source>
        <translation>GELU, tanh</translation>
    </message>
    <message>
        <source>SiLU</source>
        <translation>SiLU</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>Aktivierung</translation>
    </message>
    <message>
        <source>Both inputs are answered alike here: shares of a change that changes no answer say little.</source>
        <translation>Beide Eingaben werden hier gleich beantwortet: Anteile einer Änderung, die keine Antwort ändert, sagen wenig.</translation>
    </message>
    <message>
        <source>diverged</source>
        <translation>divergiert</translation>
    </message>
    <message>
        <source>LayerNorm</source>
        <translation>LayerNorm</translation>
    </message>
    <message>
        <source>LayerNorm without bias</source>
        <translation>LayerNorm ohne Bias</translation>
    </message>
    <message>
        <source>RMSNorm</source>
        <translation>RMSNorm</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>as norm first</source>
        <translation>wie Norm zuerst</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>The inner dimension of the two-layer network that works on every position after attention; 0: none.</source>
        <translation>Die innere Dimension des zweischichtigen Netzes, das nach der Attention an jeder Position arbeitet; 0: keines.</translation>
    </message>
    <message>
        <source>What keeps states at one size: LayerNorm with or without bias (Ba et al. 2016), RMSNorm (Zhang &amp; Sennrich 2019), or nothing.</source>
        <translation>Was die Größe der Zustände stabil hält: LayerNorm mit oder ohne Bias (Ba et al. 2016), RMSNorm (Zhang &amp; Sennrich 2019) oder nichts.</translation>
    </message>
    <message>
        <source>Normalises first, x + f(norm(x)), not behind the sum, norm(x + f(x)): needs less warm-up (Xiong et al. 2020).</source>
        <translation>Normiert zuerst, x + f(norm(x)), nicht hinter der Summe, norm(x + f(x)): braucht weniger Warm-up (Xiong et al. 2020).</translation>
    </message>
    <message>
        <source>norm first</source>
        <translation>Norm zuerst</translation>
    </message>
    <message>
        <source>Whether a norm stands behind the last layer; auto: where norms come first.</source>
        <translation>Ob hinter der letzten Schicht eine Norm steht; auto: wo Normen zuerst stehen.</translation>
    </message>
    <message>
        <source>final norm</source>
        <translation>letzte Norm</translation>
    </message>
    <message>
        <source>Puts a LayerNorm on embedding and position, in front of the first layer, as BERT does (Devlin et al. 2018).</source>
        <translation>Setzt eine LayerNorm auf Embedding und Position, vor die erste Schicht, wie BERT es tut (Devlin et al. 2018).</translation>
    </message>
    <message>
        <source>embedding norm</source>
        <translation>Embedding-Norm</translation>
    </message>
    <message>
        <source>Lets a query look at its own position and earlier ones only, as GPT does (Radford et al. 2018).</source>
        <translation>Lässt eine Anfrage nur auf ihre eigene und frühere Positionen achten, wie GPT es tut (Radford et al. 2018).</translation>
    </message>
    <message>
        <source>causal mask</source>
        <translation>kausale Maske</translation>
    </message>
    <message>
        <source>Adds a bias in the layers&apos; linear maps: queries, keys, values, the heads&apos; output and the feed-forward.</source>
        <translation>Addiert einen Bias in den linearen Abbildungen der Schichten: Anfragen, Schlüssel, Werte, Ausgabe der Köpfe und Feed-forward.</translation>
    </message>
    <message>
        <source>biases</source>
        <translation>Biases</translation>
    </message>
    <message>
        <source>Normalisation before attention</source>
        <translation>Normierung vor der Attention</translation>
    </message>
    <message>
        <source>Normalisation before feed-forward</source>
        <translation>Normierung vor Feed-forward</translation>
    </message>
    <message>
        <source>Normalisation behind the last layer</source>
        <translation>Normierung hinter der letzten Schicht</translation>
    </message>
    <message>
        <source>sine and cosine</source>
        <translation>Sinus und Kosinus</translation>
    </message>
    <message>
        <source>learned</source>
        <translation>gelernt</translation>
    </message>
    <message>
        <source>rotary</source>
        <translation>rotiert</translation>
    </message>
    <message>
        <source>ALiBi</source>
        <translation>ALiBi</translation>
    </message>
    <message>
        <source>What tells positions apart: sines and cosines or a learned table added, rotary queries and keys, ALiBi&apos;s distances, or nothing.</source>
        <translation>Was Positionen unterscheidet: addierte Sinus und Kosinus oder eine gelernte Tabelle, rotierte Anfragen und Schlüssel, Abstände (ALiBi) oder nichts.</translation>
    </message>
    <message>
        <source>Rotary positions: the larger, the slower the slowest pair of numbers turns (Su et al. 2021).</source>
        <translation>Rotierte Positionen: je größer, desto langsamer dreht sich das langsamste Zahlenpaar (Su et al. 2021).</translation>
    </message>
    <message>
        <source>rotary base</source>
        <translation>Basis der Rotation</translation>
    </message>
    <message>
        <source>A vector for each position</source>
        <translation>Ein Vektor für jede Position</translation>
    </message>
    <message>
        <source>SwiGLU</source>
        <translation>SwiGLU</translation>
    </message>
    <message>
        <source>GEGLU</source>
        <translation>GEGLU</translation>
    </message>
    <message>
        <source>What the feed-forward part does to inner values: ReLU cuts below zero, GELU and SiLU bend, SwiGLU and GEGLU have a gate.</source>
        <translation>Was der Feed-forward-Teil mit inneren Werten tut: ReLU schneidet unter null ab, GELU und SiLU biegen, SwiGLU und GEGLU haben ein Tor.</translation>
    </message>
    <message>
        <source>Feed-forward, gate</source>
        <translation>Feed-forward, Tor</translation>
    </message>
    <message>
        <source>as in the notebooks</source>
        <translation>wie in den Notebooks</translation>
    </message>
    <message>
        <source>pre-norm</source>
        <translation>Pre-Norm</translation>
    </message>
    <message>
        <source>like GPT-2</source>
        <translation>wie GPT-2</translation>
    </message>
    <message>
        <source>like BERT</source>
        <translation>wie BERT</translation>
    </message>
    <message>
        <source>like Llama</source>
        <translation>wie Llama</translation>
    </message>
    <message>
        <source>attention only</source>
        <translation>nur Attention</translation>
    </message>
    <message>
        <source>Which of ten drawings differs from the others?</source>
        <translation>Welche von zehn Zeichnungen weicht von den anderen ab?</translation>
    </message>
    <message>
        <source>Odd one out: CIFAR-100 (download)</source>
        <translation>Ausreißer: CIFAR-100 (Download)</translation>
    </message>
    <message>
        <source>Which of ten photographs shows something else?</source>
        <translation>Welches von zehn Fotos zeigt etwas anderes?</translation>
    </message>
    <message>
        <source>Weights written by hand: right without any training.</source>
        <translation>Gewichte von Hand geschrieben: richtig ohne jedes Training.</translation>
    </message>
    <message>
        <source>Four layers of four heads: which of them does the answer need?</source>
        <translation>Vier Schichten mit je vier Köpfen: Welche davon braucht die Antwort?</translation>
    </message>
    <message>
        <source>One head learns to look at the place that the rule names.</source>
        <translation>Ein Kopf lernt, auf die Position zu achten, die die Regel nennt.</translation>
    </message>
    <message>
        <source>Which words make a review good or poor?</source>
        <translation>Welche Wörter machen eine Rezension gut oder schlecht?</translation>
    </message>
    <message>
        <source>The same network on 50,000 film reviews.</source>
        <translation>Dasselbe Netz mit 50&#x202f;000 Filmrezensionen.</translation>
    </message>
    <message>
        <source>maximum</source>
        <translation>Maximum</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <source>first position</source>
        <translation>erste Position</translation>
    </message>
    <message>
        <source>last position</source>
        <translation>letzte Position</translation>
    </message>
    <message>
        <source>tanh</source>
        <translation>tanh</translation>
    </message>
    <message>
        <source>How many heads of keys and values there are, each shared by as many heads of queries (Ainslie et al. 2023); 0: one for each.</source>
        <translation>Wie viele Köpfe von Schlüsseln und Werten es gibt, die sich die Köpfe der Anfragen gleichmäßig teilen (Ainslie et al. 2023); 0: einer für jeden.</translation>
    </message>
    <message>
        <source>key/value heads</source>
        <translation>K/V-Köpfe</translation>
    </message>
    <message>
        <source>pooling</source>
        <translation>Pooling</translation>
    </message>
    <message>
        <source>pooler</source>
        <translation>Pooler</translation>
    </message>
    <message>
        <source>Puts a learned vector in front of the input, at position 0, for an answer about the whole (Dosovitskiy et al. 2021).</source>
        <translation>Stellt einen gelernten Vektor vor die Eingabe, an Position 0, für eine Antwort über das Ganze (Dosovitskiy et al. 2021).</translation>
    </message>
    <message>
        <source>class token</source>
        <translation>Klassentoken</translation>
    </message>
    <message>
        <source>How many types of tokens have a vector of their own that is added (Devlin et al. 2018); the data here have type 0 alone. 0: none.</source>
        <translation>Wie viele Arten von Token einen eigenen Vektor haben, der addiert wird (Devlin et al. 2018); die Daten hier haben nur die Art 0. 0: keine.</translation>
    </message>
    <message>
        <source>token types</source>
        <translation>Tokenarten</translation>
    </message>
    <message>
        <source>Takes the logits from the embedding table, each from the vector of its token (Press &amp; Wolf 2017), before any linear output.</source>
        <translation>Nimmt die Logits aus der Embedding-Tabelle, jedes aus dem Vektor seines Tokens (Press &amp; Wolf 2017), vor einer linearen Ausgabe.</translation>
    </message>
    <message>
        <source>tied output</source>
        <translation>Weight Tying</translation>
    </message>
    <message>
        <source>Class token</source>
        <translation>Klassentoken</translation>
    </message>
    <message>
        <source>A vector for each type of tokens</source>
        <translation>Ein Vektor für jede Tokenart</translation>
    </message>
    <message>
        <source>Pooler</source>
        <translation>Pooler</translation>
    </message>
    <message>
        <source>found</source>
        <translation>erkannt</translation>
    </message>
    <message>
        <source>UTF-8</source>
        <translation>UTF-8</translation>
    </message>
    <message>
        <source>UTF-16</source>
        <translation>UTF-16</translation>
    </message>
    <message>
        <source>Windows-1252</source>
        <translation>Windows-1252</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>characters</source>
        <translation>Zeichen</translation>
    </message>
    <message>
        <source>The column of texts, or of the input: its name or number, several joined by +; empty: the longest entries.</source>
        <translation>Die Spalte der Texte oder der Eingabe: ihr Name oder ihre Nummer, mehrere durch + verbunden; leer: die mit den längsten Einträgen.</translation>
    </message>
    <message>
        <source>text column</source>
        <translation>Textspalte</translation>
    </message>
    <message>
        <source>The column of classes, or of the output: its name or number; empty: the fewest different values.</source>
        <translation>Die Spalte der Klassen oder der Ausgabe: ihr Name oder ihre Nummer; leer: die mit den wenigsten verschiedenen Werten.</translation>
    </message>
    <message>
        <source>class column</source>
        <translation>Klassenspalte</translation>
    </message>
    <message>
        <source>Whether the first row of a table names its columns.</source>
        <translation>Ob die erste Zeile einer Tabelle ihre Spalten benennt.</translation>
    </message>
    <message>
        <source>header</source>
        <translation>Kopfzeile</translation>
    </message>
    <message>
        <source>What stands between the columns of a table: auto, tab, comma, semicolon, bar, or the character itself.</source>
        <translation>Was zwischen den Spalten einer Tabelle steht: auto, tab, comma, semicolon, bar oder das Zeichen selbst.</translation>
    </message>
    <message>
        <source>separator</source>
        <translation>Trennzeichen</translation>
    </message>
    <message>
        <source>encoding</source>
        <translation>Zeichensatz</translation>
    </message>
    <message>
        <source>Leaves lines of a table out that cannot be read, and says how many they were.</source>
        <translation>Lässt Zeilen einer Tabelle aus, die nicht zu lesen sind, und sagt, wie viele es waren.</translation>
    </message>
    <message>
        <source>skip bad lines</source>
        <translation>Fehler auslassen</translation>
    </message>
    <message>
        <source>Own pairs</source>
        <translation>Eigene Paare</translation>
    </message>
    <message>
        <source>What turns the inputs of a table of your own into its outputs?</source>
        <translation>Was macht aus den Eingaben einer eigenen Tabelle ihre Ausgaben?</translation>
    </message>
    <message>
        <source>Own texts</source>
        <translation>Eigene Texte</translation>
    </message>
    <message>
        <source>Which words tell the classes of a table or folder of your own?</source>
        <translation>Welche Wörter verraten die Klassen einer eigenen Tabelle oder eines eigenen Ordners?</translation>
    </message>
    <message>
        <source>pieces of words</source>
        <translation>Stücke von Wörtern</translation>
    </message>
    <message>
        <source>How the characters of a table or text are written: UTF-8, UTF-16 or Windows-1252.</source>
        <translation>Wie die Zeichen einer Tabelle oder eines Textes geschrieben sind: UTF-8, UTF-16 oder Windows-1252.</translation>
    </message>
    <message>
        <source>What the tokens are: whole numbers, words, single characters, or of a language model pieces of words that it learns.</source>
        <translation>Was die Token sind: ganze Zahlen, Wörter, einzelne Zeichen oder bei einem Sprachmodell Stücke von Wörtern, die es lernt.</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>predict the next of %1 tokens</source>
        <translation>das jeweils nächste von %1 Token vorhersagen</translation>
    </message>
    <message>
        <source>A model that writes, by characters</source>
        <translation>Ein Modell, das schreibt: Zeichen</translation>
    </message>
    <message>
        <source>What comes next, character by character?</source>
        <translation>Was kommt als Nächstes, Zeichen für Zeichen?</translation>
    </message>
    <message>
        <source>A model that writes, by words</source>
        <translation>Ein Modell, das schreibt: Wörter</translation>
    </message>
    <message>
        <source>What comes next, word by word?</source>
        <translation>Was kommt als Nächstes, Wort für Wort?</translation>
    </message>
    <message>
        <source>The baseline of a text is its unknown token, [UNK], which this network does not have.</source>
        <translation>Der Bezugspunkt eines Textes ist das Token für Unbekanntes, [UNK], das dieses Netz nicht hat.</translation>
    </message>
    <message>
        <source>The token that stands for unknown words, and for words that explanations take out: 1 in texts of one&apos;s own.</source>
        <translation>Das Token, das für unbekannte Wörter steht und für Wörter, die Erklärungen herausnehmen: 1 in eigenen Texten.</translation>
    </message>
    <message>
        <source>unknown token</source>
        <translation>Token [UNK]</translation>
    </message>
    <message>
        <source>Puts a layer, the activation and a LayerNorm before a linear or tied output, as BERT for masked words (Devlin et al. 2018).</source>
        <translation>Setzt eine Schicht, die Aktivierung und eine LayerNorm vor eine lineare oder gebundene Ausgabe, wie BERT für maskierte Wörter (Devlin et al. 2018).</translation>
    </message>
    <message>
        <source>output transform</source>
        <translation>Transformation</translation>
    </message>
    <message>
        <source>How many pixels a side of a picture has; others are scaled until the shorter side fits and cropped to the middle.</source>
        <translation>Wie viele Pixel eine Seite eines Bildes hat; andere werden skaliert, bis die kürzere Seite passt, und auf die Mitte beschnitten.</translation>
    </message>
    <message>
        <source>picture size</source>
        <translation>Bildgröße</translation>
    </message>
    <message>
        <source>How many pixels a side of a patch has; each patch is one position, and attention grows with the square of their number.</source>
        <translation>Wie viele Pixel eine Seite eines Patches hat; jeder Patch ist eine Position, und die Attention wächst mit dem Quadrat ihrer Zahl.</translation>
    </message>
    <message>
        <source>patch size</source>
        <translation>Patchgröße</translation>
    </message>
    <message>
        <source>How many numbers a pixel has: 3, red, green and blue, or 1, grey.</source>
        <translation>Wie viele Zahlen ein Pixel hat: 3, Rot, Grün und Blau, oder 1, Grau.</translation>
    </message>
    <message>
        <source>channels</source>
        <translation>Kanäle</translation>
    </message>
    <message>
        <source>What is taken from a pixel&apos;s values from 0 to 1, one number or one for each channel.</source>
        <translation>Was von den Werten eines Pixels zwischen 0 und 1 abgezogen wird, eine Zahl oder eine je Kanal.</translation>
    </message>
    <message>
        <source>pixel mean</source>
        <translation>Pixelmittel</translation>
    </message>
    <message>
        <source>What they are divided by then, one number or one for each channel.</source>
        <translation>Wodurch sie dann geteilt werden, eine Zahl oder eine je Kanal.</translation>
    </message>
    <message>
        <source>pixel deviation</source>
        <translation>Pixelstreuung</translation>
    </message>
    <message>
        <source>pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>picture accuracy</source>
        <translation>Bildgenauigkeit</translation>
    </message>
    <message>
        <source>replaced by the mean of the picture&apos;s patches</source>
        <translation>ersetzt durch das Mittel der Patches des Bildes</translation>
    </message>
    <message>
        <source>What does a vision transformer see in small photographs?</source>
        <translation>Was sieht ein Vision-Transformer in kleinen Fotos?</translation>
    </message>
    <message>
        <source>Pictures in patches</source>
        <translation>Bilder in Patches</translation>
    </message>
    <message>
        <source>Which patches of a drawing does the class token attend to?</source>
        <translation>Auf welche Patches einer Zeichnung achtet das Klassentoken?</translation>
    </message>
    <message>
        <source>Adam with L2</source>
        <translation>Adam mit L2</translation>
    </message>
    <message>
        <source>SGD</source>
        <translation>SGD</translation>
    </message>
    <message>
        <source>warm-up, then constant</source>
        <translation>Warm-up, dann konstant</translation>
    </message>
    <message>
        <source>What has to be learned: to reverse, copy, sort or rotate, the pairs of a file, or what needs a circuit, such as induction.</source>
        <translation>Was zu lernen ist: umkehren, kopieren, sortieren, rotieren, die Paare einer Datei oder was einen Schaltkreis braucht, wie Induktion.</translation>
    </message>
    <message>
        <source>The share of an input and its output that is masked and asked for (Devlin et al. 2018); 0: the output is asked for.</source>
        <translation>Der Anteil einer Eingabe und ihrer Ausgabe, der maskiert und erfragt wird (Devlin et al. 2018); 0: erfragt wird die Ausgabe.</translation>
    </message>
    <message>
        <source>mask share</source>
        <translation>maskierter Anteil</translation>
    </message>
    <message>
        <source>How gradients become steps; AdamW and Adam with L2 shrink weights; RMSprop divides by √v + epsilon, Keras 3 √(v + epsilon).</source>
        <translation>Wie aus Gradienten Schritte werden; AdamW und Adam mit L2 verkleinern Gewichte; RMSprop teilt durch √v + Epsilon, in Keras 3 √(v + Epsilon).</translation>
    </message>
    <message>
        <source>AdamW: the share by which weights shrink, times the learning rate; Adam with L2: how much of a weight its gradient gets.</source>
        <translation>AdamW: der Anteil, um den Gewichte schrumpfen, mal Lernrate; Adam mit L2: wie viel von einem Gewicht sein Gradient bekommt.</translation>
    </message>
    <message>
        <source>In training alone, the share of a label that is spread evenly over all classes (Szegedy et al. 2016).</source>
        <translation>Nur beim Training: der Anteil eines Labels, der gleichmäßig auf alle Klassen verteilt wird (Szegedy et al. 2016).</translation>
    </message>
    <message>
        <source>label smoothing</source>
        <translation>Label-Glättung</translation>
    </message>
    <message>
        <source>How the learning rate changes: constant, or rising first, then constant or falling like half a cosine.</source>
        <translation>Wie sich die Lernrate ändert: konstant, oder erst steigend, dann konstant oder wie ein halber Kosinus fallend.</translation>
    </message>
    <message>
        <source>Takes the whole training set at each step, whatever the batch size: a step is an epoch.</source>
        <translation>Nimmt in jedem Schritt alle Trainingsdaten, wie groß ein Batch auch ist: Ein Schritt ist eine Epoche.</translation>
    </message>
    <message>
        <source>full batch</source>
        <translation>voller Batch</translation>
    </message>
    <message>
        <source>addition modulo p</source>
        <translation>Addition modulo p</translation>
    </message>
    <message>
        <source>Task: add two numbers modulo %2.</source>
        <translation>Aufgabe: zwei Zahlen modulo %2 addieren.</translation>
    </message>
    <message>
        <source>induction</source>
        <translation>Induktion</translation>
    </message>
    <message>
        <source>Task: continue %1 that repeat.</source>
        <translation>Aufgabe: %1 fortsetzen, die sich wiederholen.</translation>
    </message>
    <message>
        <source>recall</source>
        <translation>Recall</translation>
    </message>
    <message>
        <source>Task: recall the value of the last key among %1.</source>
        <translation>Aufgabe: unter %1 den Wert des letzten Schlüssels abrufen.</translation>
    </message>
    <message>
        <source>brackets</source>
        <translation>Klammern</translation>
    </message>
    <message>
        <source>Task: tell whether brackets are balanced; 0 opens, 1 closes.</source>
        <translation>Aufgabe: sagen, ob Klammern aufgehen; 0 öffnet, 1 schließt.</translation>
    </message>
    <message>
        <source>parity</source>
        <translation>Parität</translation>
    </message>
    <message>
        <source>Task: tell at each of %1 whether an odd number of ones came so far.</source>
        <translation>Aufgabe: bei jedem von %1 sagen, ob bisher eine ungerade Zahl von Einsen kam.</translation>
    </message>
    <message>
        <source>first unique token</source>
        <translation>erstes einmaliges Token</translation>
    </message>
    <message>
        <source>Task: find the first of %1 that occurs once.</source>
        <translation>Aufgabe: das erste von %1 finden, das nur einmal vorkommt.</translation>
    </message>
    <message>
        <source>histogram</source>
        <translation>Histogramm</translation>
    </message>
    <message>
        <source>Task: count how often each of %1 occurs.</source>
        <translation>Aufgabe: zählen, wie oft jedes von %1 vorkommt.</translation>
    </message>
    <message>
        <source>palindrome</source>
        <translation>Palindrom</translation>
    </message>
    <message>
        <source>Task: tell whether %1 read the same backwards.</source>
        <translation>Aufgabe: sagen, ob %1 rückwärts gleich lauten.</translation>
    </message>
    <message>
        <source>sum with carries</source>
        <translation>Summe mit Überträgen</translation>
    </message>
    <message>
        <source>Task: add the two numbers that %1 write.</source>
        <translation>Aufgabe: die zwei Zahlen addieren, die mit %1 geschrieben sind.</translation>
    </message>
    <message>
        <source>Grokking: addition modulo 59</source>
        <translation>Grokking: Addition modulo 59</translation>
    </message>
    <message>
        <source>Perfect on what it was trained on, and long after that, suddenly, on the rest.</source>
        <translation>Perfekt auf den Trainingsdaten, und lange danach, plötzlich, auf dem Rest.</translation>
    </message>
    <message>
        <source>Balanced brackets</source>
        <translation>Ausgeglichene Klammern</translation>
    </message>
    <message>
        <source>Does every bracket close? Heads count the depth, and look for a bracket that closes nothing.</source>
        <translation>Schließt sich jede Klammer? Köpfe zählen die Tiefe und suchen eine Klammer, die nichts schließt.</translation>
    </message>
    <message>
        <source>First unique token</source>
        <translation>Erstes einmaliges Token</translation>
    </message>
    <message>
        <source>Which token is the first that occurs once?</source>
        <translation>Welches Token ist das erste, das nur einmal vorkommt?</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>Histogramm</translation>
    </message>
    <message>
        <source>How often does each token occur? One layer counts.</source>
        <translation>Wie oft kommt jedes Token vor? Eine Schicht zählt.</translation>
    </message>
    <message>
        <source>Induction heads</source>
        <translation>Induktionsköpfe</translation>
    </message>
    <message>
        <source>Two layers find what followed the same token before, and go on with it.</source>
        <translation>Zwei Schichten finden, was zuvor auf dasselbe Token folgte, und setzen damit fort.</translation>
    </message>
    <message>
        <source>Masked tokens</source>
        <translation>Maskierte Token</translation>
    </message>
    <message>
        <source>What stood where a token is hidden? Its image in the other half tells.</source>
        <translation>Was stand dort, wo ein Token verdeckt ist? Sein Bild in der anderen Hälfte verrät es.</translation>
    </message>
    <message>
        <source>Palindromes</source>
        <translation>Palindrome</translation>
    </message>
    <message>
        <source>Does a sequence read the same backwards? Each token has to meet its mirror image.</source>
        <translation>Lautet eine Folge rückwärts gleich? Jedes Token muss sein Spiegelbild treffen.</translation>
    </message>
    <message>
        <source>Parity</source>
        <translation>Parität</translation>
    </message>
    <message>
        <source>Is the number of ones so far odd? Each answer needs all tokens before it.</source>
        <translation>Ist die Zahl der Einsen bisher ungerade? Jede Antwort braucht alle Token davor.</translation>
    </message>
    <message>
        <source>Associative recall</source>
        <translation>Assoziativer Abruf</translation>
    </message>
    <message>
        <source>The last token is a key: which value came with it?</source>
        <translation>Das letzte Token ist ein Schlüssel: Welcher Wert gehörte dazu?</translation>
    </message>
    <message>
        <source>Addition with carries</source>
        <translation>Addition mit Überträgen</translation>
    </message>
    <message>
        <source>Four digits plus four digits: which heads bring the carry?</source>
        <translation>Vier Ziffern plus vier Ziffern: Welche Köpfe bringen den Übertrag?</translation>
    </message>
    <message>
        <source>Begins with the weights of this run, checkpoint or folder of a published network, and a new last layer where the classes differ.</source>
        <translation>Beginnt mit den Gewichten dieses Laufs, Checkpoints oder Ordners eines veröffentlichten Netzes, und mit einer neuen letzten Schicht, wo die Klassen andere sind.</translation>
    </message>
    <message>
        <source>start from</source>
        <translation>ausgehen von</translation>
    </message>
    <message>
        <source>Keeps the embeddings and so many encoder layers, counted from the first, as they begin; 0 trains all.</source>
        <translation>Lässt die Embeddings und so viele Encoder-Schichten, von der ersten an, wie sie beginnen; 0 trainiert alle.</translation>
    </message>
    <message>
        <source>frozen layers</source>
        <translation>feste Schichten</translation>
    </message>
    <message>
        <source>masked as a key in every head; the residual stays, and one key is always kept</source>
        <translation>in jedem Kopf als Schlüssel maskiert; das Residuum bleibt, und ein Schlüssel bleibt immer</translation>
    </message>
    <message>
        <source>A layer between pooling and classifier, with tanh (Devlin et al. 2018), ReLU (Sanh et al. 2019) or another activation, or none.</source>
        <translation>Eine Schicht zwischen Pooling und Klassifikator, mit tanh (Devlin et al. 2018), ReLU (Sanh et al. 2019) oder einer anderen Aktivierung, oder keine.</translation>
    </message>
    <message>
        <source>How many numbers the pooler&apos;s layer makes; 0: as many as the model dimension.</source>
        <translation>Wie viele Zahlen die Schicht des Poolers ergibt; 0: so viele wie die Modelldimension.</translation>
    </message>
    <message>
        <source>pooler dimension</source>
        <translation>Pooler-Dimension</translation>
    </message>
    <message>
        <source>all positions, joined</source>
        <translation>alle Positionen, aneinandergereiht</translation>
    </message>
    <message>
        <source>What makes one vector of all positions: of each number the largest or the mean, the first or last one, or all joined.</source>
        <translation>Was aus allen Positionen einen Vektor macht: von jeder Zahl die größte oder der Mittelwert, die erste oder letzte Position, oder alle aneinandergereiht.</translation>
    </message>
    <message>
        <source>How many rows a learned table of positions has, and how many positions can be joined: at least as many as the data have.</source>
        <translation>Wie viele Zeilen eine gelernte Positionstabelle hat und wie viele Positionen aneinandergereiht werden können: mindestens so viele, wie die Daten haben.</translation>
    </message>
    <message>
        <source>positions at most</source>
        <translation>Höchstlänge</translation>
    </message>
    <message>
        <source>circle</source>
        <translation>Kreis</translation>
    </message>
    <message>
        <source>square</source>
        <translation>Quadrat</translation>
    </message>
    <message>
        <source>triangle</source>
        <translation>Dreieck</translation>
    </message>
    <message>
        <source>star</source>
        <translation>Stern</translation>
    </message>
    <message>
        <source>cross</source>
        <translation>Kreuz</translation>
    </message>
    <message>
        <source>ring</source>
        <translation>Ring</translation>
    </message>
    <message>
        <source>crescent</source>
        <translation>Sichel</translation>
    </message>
    <message>
        <source>heart</source>
        <translation>Herz</translation>
    </message>
    <message>
        <source>arrow</source>
        <translation>Pfeil</translation>
    </message>
    <message>
        <source>hourglass</source>
        <translation>Sanduhr</translation>
    </message>
    <message>
        <source>red circle</source>
        <translation>roter Kreis</translation>
    </message>
    <message>
        <source>orange circle</source>
        <translation>orange Kreis</translation>
    </message>
    <message>
        <source>yellow circle</source>
        <translation>gelber Kreis</translation>
    </message>
    <message>
        <source>green circle</source>
        <translation>grüner Kreis</translation>
    </message>
    <message>
        <source>cyan circle</source>
        <translation>türkiser Kreis</translation>
    </message>
    <message>
        <source>blue circle</source>
        <translation>blauer Kreis</translation>
    </message>
    <message>
        <source>purple circle</source>
        <translation>violetter Kreis</translation>
    </message>
    <message>
        <source>pink circle</source>
        <translation>rosa Kreis</translation>
    </message>
    <message>
        <source>white circle</source>
        <translation>weißer Kreis</translation>
    </message>
    <message>
        <source>black circle</source>
        <translation>schwarzer Kreis</translation>
    </message>
    <message>
        <source>red square</source>
        <translation>rotes Quadrat</translation>
    </message>
    <message>
        <source>orange square</source>
        <translation>orange Quadrat</translation>
    </message>
    <message>
        <source>yellow square</source>
        <translation>gelbes Quadrat</translation>
    </message>
    <message>
        <source>green square</source>
        <translation>grünes Quadrat</translation>
    </message>
    <message>
        <source>cyan square</source>
        <translation>türkises Quadrat</translation>
    </message>
    <message>
        <source>blue square</source>
        <translation>blaues Quadrat</translation>
    </message>
    <message>
        <source>purple square</source>
        <translation>violettes Quadrat</translation>
    </message>
    <message>
        <source>pink square</source>
        <translation>rosa Quadrat</translation>
    </message>
    <message>
        <source>white square</source>
        <translation>weißes Quadrat</translation>
    </message>
    <message>
        <source>black square</source>
        <translation>schwarzes Quadrat</translation>
    </message>
    <message>
        <source>red triangle</source>
        <translation>rotes Dreieck</translation>
    </message>
    <message>
        <source>orange triangle</source>
        <translation>orange Dreieck</translation>
    </message>
    <message>
        <source>yellow triangle</source>
        <translation>gelbes Dreieck</translation>
    </message>
    <message>
        <source>green triangle</source>
        <translation>grünes Dreieck</translation>
    </message>
    <message>
        <source>cyan triangle</source>
        <translation>türkises Dreieck</translation>
    </message>
    <message>
        <source>blue triangle</source>
        <translation>blaues Dreieck</translation>
    </message>
    <message>
        <source>purple triangle</source>
        <translation>violettes Dreieck</translation>
    </message>
    <message>
        <source>pink triangle</source>
        <translation>rosa Dreieck</translation>
    </message>
    <message>
        <source>white triangle</source>
        <translation>weißes Dreieck</translation>
    </message>
    <message>
        <source>black triangle</source>
        <translation>schwarzes Dreieck</translation>
    </message>
    <message>
        <source>red star</source>
        <translation>roter Stern</translation>
    </message>
    <message>
        <source>orange star</source>
        <translation>orange Stern</translation>
    </message>
    <message>
        <source>yellow star</source>
        <translation>gelber Stern</translation>
    </message>
    <message>
        <source>green star</source>
        <translation>grüner Stern</translation>
    </message>
    <message>
        <source>cyan star</source>
        <translation>türkiser Stern</translation>
    </message>
    <message>
        <source>blue star</source>
        <translation>blauer Stern</translation>
    </message>
    <message>
        <source>purple star</source>
        <translation>violetter Stern</translation>
    </message>
    <message>
        <source>pink star</source>
        <translation>rosa Stern</translation>
    </message>
    <message>
        <source>white star</source>
        <translation>weißer Stern</translation>
    </message>
    <message>
        <source>black star</source>
        <translation>schwarzer Stern</translation>
    </message>
    <message>
        <source>red cross</source>
        <translation>rotes Kreuz</translation>
    </message>
    <message>
        <source>orange cross</source>
        <translation>orange Kreuz</translation>
    </message>
    <message>
        <source>yellow cross</source>
        <translation>gelbes Kreuz</translation>
    </message>
    <message>
        <source>green cross</source>
        <translation>grünes Kreuz</translation>
    </message>
    <message>
        <source>cyan cross</source>
        <translation>türkises Kreuz</translation>
    </message>
    <message>
        <source>blue cross</source>
        <translation>blaues Kreuz</translation>
    </message>
    <message>
        <source>purple cross</source>
        <translation>violettes Kreuz</translation>
    </message>
    <message>
        <source>pink cross</source>
        <translation>rosa Kreuz</translation>
    </message>
    <message>
        <source>white cross</source>
        <translation>weißes Kreuz</translation>
    </message>
    <message>
        <source>black cross</source>
        <translation>schwarzes Kreuz</translation>
    </message>
    <message>
        <source>red ring</source>
        <translation>roter Ring</translation>
    </message>
    <message>
        <source>orange ring</source>
        <translation>orange Ring</translation>
    </message>
    <message>
        <source>yellow ring</source>
        <translation>gelber Ring</translation>
    </message>
    <message>
        <source>green ring</source>
        <translation>grüner Ring</translation>
    </message>
    <message>
        <source>cyan ring</source>
        <translation>türkiser Ring</translation>
    </message>
    <message>
        <source>blue ring</source>
        <translation>blauer Ring</translation>
    </message>
    <message>
        <source>purple ring</source>
        <translation>violetter Ring</translation>
    </message>
    <message>
        <source>pink ring</source>
        <translation>rosa Ring</translation>
    </message>
    <message>
        <source>white ring</source>
        <translation>weißer Ring</translation>
    </message>
    <message>
        <source>black ring</source>
        <translation>schwarzer Ring</translation>
    </message>
    <message>
        <source>red crescent</source>
        <translation>rote Sichel</translation>
    </message>
    <message>
        <source>orange crescent</source>
        <translation>orange Sichel</translation>
    </message>
    <message>
        <source>yellow crescent</source>
        <translation>gelbe Sichel</translation>
    </message>
    <message>
        <source>green crescent</source>
        <translation>grüne Sichel</translation>
    </message>
    <message>
        <source>cyan crescent</source>
        <translation>türkise Sichel</translation>
    </message>
    <message>
        <source>blue crescent</source>
        <translation>blaue Sichel</translation>
    </message>
    <message>
        <source>purple crescent</source>
        <translation>violette Sichel</translation>
    </message>
    <message>
        <source>pink crescent</source>
        <translation>rosa Sichel</translation>
    </message>
    <message>
        <source>white crescent</source>
        <translation>weiße Sichel</translation>
    </message>
    <message>
        <source>black crescent</source>
        <translation>schwarze Sichel</translation>
    </message>
    <message>
        <source>red heart</source>
        <translation>rotes Herz</translation>
    </message>
    <message>
        <source>orange heart</source>
        <translation>orange Herz</translation>
    </message>
    <message>
        <source>yellow heart</source>
        <translation>gelbes Herz</translation>
    </message>
    <message>
        <source>green heart</source>
        <translation>grünes Herz</translation>
    </message>
    <message>
        <source>cyan heart</source>
        <translation>türkises Herz</translation>
    </message>
    <message>
        <source>blue heart</source>
        <translation>blaues Herz</translation>
    </message>
    <message>
        <source>purple heart</source>
        <translation>violettes Herz</translation>
    </message>
    <message>
        <source>pink heart</source>
        <translation>rosa Herz</translation>
    </message>
    <message>
        <source>white heart</source>
        <translation>weißes Herz</translation>
    </message>
    <message>
        <source>black heart</source>
        <translation>schwarzes Herz</translation>
    </message>
    <message>
        <source>red arrow</source>
        <translation>roter Pfeil</translation>
    </message>
    <message>
        <source>orange arrow</source>
        <translation>orange Pfeil</translation>
    </message>
    <message>
        <source>yellow arrow</source>
        <translation>gelber Pfeil</translation>
    </message>
    <message>
        <source>green arrow</source>
        <translation>grüner Pfeil</translation>
    </message>
    <message>
        <source>cyan arrow</source>
        <translation>türkiser Pfeil</translation>
    </message>
    <message>
        <source>blue arrow</source>
        <translation>blauer Pfeil</translation>
    </message>
    <message>
        <source>purple arrow</source>
        <translation>violetter Pfeil</translation>
    </message>
    <message>
        <source>pink arrow</source>
        <translation>rosa Pfeil</translation>
    </message>
    <message>
        <source>white arrow</source>
        <translation>weißer Pfeil</translation>
    </message>
    <message>
        <source>black arrow</source>
        <translation>schwarzer Pfeil</translation>
    </message>
    <message>
        <source>red hourglass</source>
        <translation>rote Sanduhr</translation>
    </message>
    <message>
        <source>orange hourglass</source>
        <translation>orange Sanduhr</translation>
    </message>
    <message>
        <source>yellow hourglass</source>
        <translation>gelbe Sanduhr</translation>
    </message>
    <message>
        <source>green hourglass</source>
        <translation>grüne Sanduhr</translation>
    </message>
    <message>
        <source>cyan hourglass</source>
        <translation>türkise Sanduhr</translation>
    </message>
    <message>
        <source>blue hourglass</source>
        <translation>blaue Sanduhr</translation>
    </message>
    <message>
        <source>purple hourglass</source>
        <translation>violette Sanduhr</translation>
    </message>
    <message>
        <source>pink hourglass</source>
        <translation>rosa Sanduhr</translation>
    </message>
    <message>
        <source>white hourglass</source>
        <translation>weiße Sanduhr</translation>
    </message>
    <message>
        <source>black hourglass</source>
        <translation>schwarze Sanduhr</translation>
    </message>
    <message>
        <source>negative</source>
        <translation>negativ</translation>
    </message>
    <message>
        <source>positive</source>
        <translation>positiv</translation>
    </message>
    <message>
        <source>tell what a picture shows, read as %1 patches</source>
        <translation>sagen, was ein Bild zeigt, gelesen als %1 Patches</translation>
    </message>
    <message>
        <source>tabs</source>
        <translation>Tabulatoren</translation>
    </message>
    <message>
        <source>commas</source>
        <translation>Kommas</translation>
    </message>
    <message>
        <source>semicolons</source>
        <translation>Semikolons</translation>
    </message>
    <message>
        <source>bars</source>
        <translation>senkrechte Striche</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>CIFAR-100 in patches (download)</source>
        <translation>CIFAR-100 in Patches (Download)</translation>
    </message>
    <message>
        <source>Attention knows the order of the positions.</source>
        <translation>Die Attention kennt die Reihenfolge der Positionen.</translation>
    </message>
</context>
</TS>
