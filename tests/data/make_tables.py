#!/usr/bin/env python3
"""Writes ten tables with the traps of published ones into a folder, with invented texts.

    make_tables.py FOLDER

The words of a text tell its class. test_own_tables trains on each as it stands. The names of the files and
columns, the encodings and the quoting are those of the tables that they stand for; expected.json says which
columns hold the texts and the classes, and how many rows there are.
"""
import csv
import io
import json
import pathlib
import random
import sys

FILLER = ("the a of and to it was this we they said about with from into there here again today people thing "
          "time day place some many very just then also more most other such only own same than too").split()
MARKS = [
    "win prize claim urgent cash free winner offer guaranteed reward".split(),
    "home later sorry dinner meeting tomorrow lunch call bus sleep".split(),
    "profit rose growth strong gain increased improved record beat higher".split(),
    "loss fell weak decline cut dropped warned worse lower slump".split(),
    "match team goal coach season league player score cup final".split(),
]


def text(rng, cls, words=(8, 20)):
    chosen = [rng.choice(FILLER) for _ in range(rng.randint(*words))]
    for _ in range(4):
        chosen.insert(rng.randrange(len(chosen) + 1), rng.choice(MARKS[cls]))
    return " ".join(chosen)


def table(rows, separator=",", line="\n", quoting=csv.QUOTE_MINIMAL):
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator=line, quoting=quoting)
    writer.writerows(rows)
    return out.getvalue()


def make(folder):
    expected = {}

    def write(name, content, encoding, texts, classes, rows):
        (folder / name).write_bytes(content.encode(encoding))
        expected[name] = {"text_column": texts, "class_column": classes, "rows": rows}

    rng = random.Random(7)
    # UCI SMS: no suffix, tabs, CRLF, no header, quotes that enclose nothing.
    lines = []
    for i in range(5574):
        spam = rng.random() < 0.134
        words = text(rng, 0 if spam else 1)
        if i % 280 == 5:
            words = '"' + words.replace(" ", '" ', 1)
        if i % 400 == 9:
            words = words + ' "'
        if i % 500 == 3:
            words = '"' + words
        lines.append(("spam" if spam else "ham") + "\t" + words)
    write("SMSSpamCollection", "\r\n".join(lines) + "\r\n", "utf-8", "2", "1", len(lines))

    # Kaggle spam.csv: v1, v2 and three columns without a name, Windows-1252.
    rows = [["v1", "v2", "", "", ""]]
    for i in range(1200):
        spam = i % 4 == 0
        words = text(rng, 0 if spam else 1) + (" £1000" if spam else " caf\u00e9 it\u2019s")
        rows.append(["spam" if spam else "ham", words, "more" if i % 90 == 7 else "", "", ""])
    write("spam.csv", table(rows, line="\r\n"), "cp1252", "v2", "v1", 1200)

    # AG News: the class, a number, comes first; two columns of texts; all fields quoted.
    rows = [["Class Index", "Title", "Description"]]
    for i in range(1200):
        rows.append([i % 3 + 1, text(rng, i % 3 + 2, (2, 4)), text(rng, i % 3 + 2)])
    write("ag_news.csv", table(rows, quoting=csv.QUOTE_ALL), "utf-8", "Description", "Class Index", 1200)

    # Airline tweets: 15 columns.
    names = ("tweet_id airline_sentiment airline_sentiment_confidence negativereason negativereason_confidence "
             "airline airline_sentiment_gold name negativereason_gold retweet_count text tweet_coord "
             "tweet_created tweet_location user_timezone").split()
    rows = [names]
    for i in range(1500):
        cls = rng.randrange(3)
        mood = ("negative", "neutral", "positive")[cls]
        rows.append([570300000000000000 + i, mood, round(rng.random(), 4),
                     rng.choice(["Late Flight", "Bad Flight", "Lost Luggage", "Can't Tell"]) if cls == 0 else "",
                     round(rng.random(), 4) if cls == 0 else "",
                     rng.choice(["United", "Delta", "US Airways", "Southwest", "American", "Virgin America"]),
                     mood if i % 300 == 0 else "", "user%d" % rng.randrange(900), "", rng.randrange(8),
                     "@air " + text(rng, (3, 1, 2)[cls]) + ", thanks", "", "2015-02-24 11:%02d:00" % (i % 60),
                     rng.choice(["", "Boston, MA", "New York", "home"]),
                     rng.choice(["", "Eastern Time (US & Canada)", "Central", "Pacific", "Quito"])])
    write("Tweets.csv", table(rows), "utf-8", "text", "airline_sentiment", 1500)

    # Corona tweets: newlines inside fields.
    rows = [["UserName", "ScreenName", "Location", "TweetAt", "OriginalTweet", "Sentiment"]]
    for i in range(1200):
        cls = rng.randrange(3)
        words = text(rng, (3, 1, 2)[cls], (10, 20)).replace(" ", "\r\r\n\n", 1).replace(" ", "\n", 1)
        rows.append([3800 + i, 48000 + i, rng.choice(["London", "", "Earth", "NYC, USA", "Rome"]),
                     "%02d-03-2020" % (i % 15 + 1), words, ("Negative", "Neutral", "Positive")[cls]])
    write("Corona_NLP_test.csv", table(rows), "utf-8", "OriginalTweet", "Sentiment", 1200)

    # Financial phrases: result,content in Latin-1.
    rows = [["result", "content"]]
    for i in range(900):
        cls = i % 2
        rows.append([("positive", "negative")[cls], text(rng, 2 + cls) + rng.choice([" \u00e4", " \u00f6", ""])])
    write("all-data.csv", table(rows), "latin-1", "content", "result", 900)

    # Alexa reviews: tabs, a mark of UTF-8, five columns, text behind a closing quote.
    lines = ["rating\tdate\tvariation\tverified_reviews\tfeedback"]
    for i in range(1000):
        good = rng.random() < 0.6
        words = text(rng, 2 if good else 3)
        if i % 100 == 50:
            words = '"' + words.replace(" ", '" ', 1)
        lines.append("\t".join([str(rng.randint(3, 5) if good else rng.randint(1, 2)), "31-Jul-18",
                                rng.choice(["Charcoal Fabric", "Walnut Finish", "Oak Finish"]), words,
                                "1" if good else "0"]))
    write("amazon_alexa.tsv", "\ufeff" + "\r\n".join(lines) + "\r\n", "utf-8", "verified_reviews", "feedback", 1000)

    # Twitter validation: no header, four columns, quoted texts.
    rows = []
    for i in range(1000):
        cls = i % 4
        rows.append([3000 + i, rng.choice(["Facebook", "Google", "Amazon", "Nvidia", "FIFA"]),
                     ("Irrelevant", "Negative", "Neutral", "Positive")[cls],
                     text(rng, (4, 3, 1, 2)[cls]) + ', "so"'])
    write("twitter_validation.csv", table(rows), "utf-8", "4", "3", 1000)

    # Book reviews: semicolons and UTF-16, as a spreadsheet writes them; names and classes with blank edges.
    rows = [[" review_text ", "rating "]]
    for i in range(600):
        rows.append([text(rng, 2 + i % 2) + "; really", (" good", "poor ")[i % 2] if i % 50 == 0 else
                     ("good", "poor")[i % 2]])
    write("books.csv", table(rows, ";", "\r\n"), "utf-16", "review_text", "rating", 600)

    # Headlines: bars, a suffix that says nothing, is_sarcastic as the class.
    rows = [["id", "headline", "is_sarcastic"]]
    for i in range(800):
        rows.append([i, text(rng, 4 if i % 2 else 1, (5, 9)), i % 2])
    write("headlines.txt", table(rows, "|"), "utf-8", "headline", "is_sarcastic", 800)

    (folder / "expected.json").write_text(json.dumps(expected, indent=1) + "\n")


if __name__ == "__main__":
    place = pathlib.Path(sys.argv[1])
    place.mkdir(parents=True, exist_ok=True)
    make(place)
